// A FastMCP server over stdio. It has no McpServer to register tools with; a Converter serves it.

import { FastMCP } from "fastmcp";
import { Converter } from "twochannel";

import { HANDLERS, Tides } from "./frameworks-tools.mjs";

const server = new FastMCP({ name: "tides", version: "1.0.0" });

/** What FastMCP takes as an output schema. It lists `jsonSchema`, and asks `validate`. */
const declared = ({ outputSchema }) => ({
  "~standard": {
    version: 1,
    vendor: "twochannel",
    jsonSchema: { input: () => outputSchema, output: () => outputSchema },
    validate: (value) => ({ value }),
  },
});

for (const [name, handler] of Object.entries(HANDLERS)) {
  const converter = new Converter(Tides, { tool: name });
  server.addTool({
    name,
    description: "The tides of a day.",
    outputSchema: declared(converter),
    execute: async () => converter.convert(await handler()),
  });
}

await server.start({ transportType: "stdio" });
