/** `convert` and `convertToBytes` against what people write by hand. */

import { Converter } from "twochannel";
import { cases } from "./cases.mjs";
import { compare } from "./measure.mjs";
import { toWire, withAjv, withCfworker, withZod } from "./peers.mjs";
import { records, recordsObject } from "./records.mjs";

/** Fails where a candidate does not do what it is measured for. */
function check(name, result, fails) {
  if ((result.isError ?? false) !== fails) throw new Error(`${name}: isError is ${result.isError}`);
}

/** The microseconds of every candidate in every case; `only` cases whose names hold that. */
export function measure(only = "") {
  return cases.filter(({ name }) => name.includes(only)).map(measureCase);
}

/** How many times longer 100,000 records take than 10,000. */
export function measureGrowth() {
  const converter = new Converter(recordsObject, { tool: "bench" });
  const [small, large] = [10_000, 100_000].map((n) => ({ days: records(n) }));
  const growth = {};
  for (const member of ["convert", "convertToBytes"]) {
    const run = (value) => () => check(member, { isError: !converter[member](value) }, false);
    const times = compare({ small: run(small), large: run(large) }, 1500);
    growth[member] = times.large.median / times.small.median;
  }
  converter.free();
  return growth;
}

function measureCase({ name, schema, value, fails = false }) {
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
  const result = { name, fails, convert: compare(objects), bytes: compare(wire) };
  converter.free();
  return result;
}
