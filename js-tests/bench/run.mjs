/**
 * All benchmarks of the npm package, in one process. Prints one JSON object: the runtime, and for
 * each case the microseconds of every candidate. `cargo xtask bench` makes the table of it.
 */

import { Converter } from "twochannel";
import { cases } from "./cases.mjs";
import { compare } from "./measure.mjs";
import { toWire, withAjv, withCfworker, withZod } from "./peers.mjs";

const only = process.argv[2];

/** Fails where a candidate does not do what it is measured for. */
function check(name, result, fails) {
  if ((result.isError ?? false) !== fails) throw new Error(`${name}: isError is ${result.isError}`);
}

const results = [];
for (const { name, schema, value, fails = false } of cases) {
  if (only && !name.includes(only)) continue;
  const converter = new Converter(schema, { tool: "bench" });
  const { outputSchema, wrapped } = converter;
  const byHand = {
    ajv: withAjv(outputSchema, wrapped),
    zod: withZod(outputSchema, wrapped),
    cfworker: withCfworker(outputSchema, wrapped),
  };
  const objects = { ours: () => converter.convert(value) };
  for (const [peer, convert] of Object.entries(byHand)) objects[peer] = () => convert(value);
  for (const [candidate, run] of Object.entries(objects)) check(`${name}, ${candidate}`, run(), fails);
  const wireByHand = toWire(byHand.ajv);
  const wire = { ours: () => converter.convertToBytes(value), ajv: () => wireByHand(value) };
  results.push({ name, fails, convert: compare(objects), bytes: compare(wire) });
  converter.free();
}

const runtime = { node: process.version, v8: process.versions.v8 };
console.log(JSON.stringify({ runtime, results }));
