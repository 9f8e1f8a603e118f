/**
 * What it costs to register a tool: in a process that is warm, and from the start of a process to
 * its first result. Prints one JSON object with microseconds.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Converter } from "twochannel";
import { compare } from "./measure.mjs";
import { recordsObject as schema } from "./records.mjs";

const ajv = new Ajv2020({ strict: false });

const warm = compare({
  ours: () => new Converter(structuredClone(schema), { tool: "bench" }).free(),
  ajv: () => ajv.compile(structuredClone(schema)),
});

const script = fileURLToPath(new URL("start.mjs", import.meta.url));
const times = { ours: [], ajv: [] };
for (let round = 0; round < 15; round++) {
  for (const candidate of Object.keys(times)) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, candidate], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    times[candidate].push(Number(stdout) * 1000);
  }
}
const start = Object.fromEntries(
  Object.entries(times).map(([name, samples]) => {
    const sorted = samples.sort((a, b) => a - b);
    return [name, { median: sorted[sorted.length >> 1], min: sorted[0] }];
  }),
);

console.log(JSON.stringify({ runtime: { node: process.version }, registration: { warm, start } }));
