// A FastMCP server over stdio without twochannel, for docs/comparison.md.

import { FastMCP, jsonSchemaAdapter } from "fastmcp";
import { z } from "zod";

const N = z.object({ n: z.number() });
const AnyNumber = jsonSchemaAdapter({ type: "object", properties: { n: { type: "number" } } });
const Misspelt = jsonSchemaAdapter({ type: "object", properties: { n: { type: "nmber" } } });

const TOOLS = {
  object: [N, { n: 1, more: 2 }],
  marker: [N, { n: "marker" }],
  date: [N, { n: new Date(0) }],
  list: [z.array(z.number()), [1]],
  nan: [AnyNumber, { n: NaN }],
  misspelt: [Misspelt, { n: 1 }],
};

const server = new FastMCP({ name: "alone", version: "1.0.0" });
for (const [name, [outputSchema, value]] of Object.entries(TOOLS)) {
  server.addTool({ name, description: name, outputSchema, execute: async () => value });
}
await server.start({ transportType: "stdio" });
