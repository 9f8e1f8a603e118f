/**
 * A tool call from the official client through the official server, in memory: the tool made with
 * `registerTool` of ours, and by hand with the server's own schemas. Prints one JSON object with
 * microseconds.
 */

import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { registerTool } from "twochannel/mcp";
import { z } from "zod";
import { cases } from "./cases.mjs";
import { geometricMean } from "./measure.mjs";

const record = z.object({ temperature: z.number(), humidity: z.number(), conditions: z.string() });
const sizes = [1, 100, 1000];

function handMade(server, name, value) {
  server.registerTool(name, { outputSchema: z.object({ days: z.array(record) }) }, async () => ({
    content: [{ type: "text", text: JSON.stringify(value, null, 2) }],
    structuredContent: value,
  }));
}

const server = new McpServer({ name: "bench", version: "1.0.0" });
for (const n of sizes) {
  const { schema, value } = cases.find(({ name }) => name === `object of ${n} records`);
  registerTool(server, `ours_${n}`, { returns: schema }, async () => value);
  handMade(server, `zod_${n}`, value);
}
const client = new Client({ name: "bench", version: "1.0.0" });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);

const call = async (name) => {
  const result = await client.callTool({ name, arguments: {} });
  if (result.isError) throw new Error(JSON.stringify(result));
};

/**
 * The same in turn as `compare`, for calls that have to be awaited. What counts is a server that has
 * run for a while.
 */
async function compareCalls(names, rounds) {
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -rounds; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await call(name);
      if (round >= 0) samples[name].push((performance.now() - start) * 1000);
    }
  }
  return names.map((name) => samples[name].sort((a, b) => a - b)[rounds >> 1]);
}

const results = [];
for (const n of sizes) {
  const [ours, zod] = await compareCalls([`ours_${n}`, `zod_${n}`], n < 1000 ? 3000 : 300);
  results.push({ name: `${n} records`, ours, zod });
}
const ratio = geometricMean(results.map(({ ours, zod }) => ours / zod));
console.log(JSON.stringify({ runtime: { node: process.version }, server: { results, ratio } }));
process.exit(0);
