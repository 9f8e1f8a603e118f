// What docs/comparison.md says about the TypeScript SDKs and about ajv.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fromJsonSchema } from "@modelcontextprotocol/server";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";

import { IN_MEMORY, OLD_CLIENTS } from "./mcp/connections.mjs";

const N = z.object({ n: z.number() });
const NAN = { type: "object", properties: { n: { type: "number" } } };

/** Registers one tool of the SDK's own, and calls it. */
async function called(connect, outputSchema, structuredContent) {
  const { client, wire, close } = await connect((server) =>
    server.registerTool("tool", { outputSchema }, () => ({ content: [], structuredContent })),
  );
  try {
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: "tool", arguments: {} }).catch((error) => error);
    return { listed: tools[0].outputSchema, result, wire: wire.last };
  } finally {
    await close();
  }
}

for (const sdk of ["sdk 1", "server 2"]) {
  describe(sdk, () => {
    const call = (schema, data) => called(IN_MEMORY[sdk], schema, data);

    it("checks data, and names every place without its value", async () => {
      const Two = z.object({ n: z.number(), s: z.string() });
      const { result } = await call(Two, { n: "marker", s: 4 });
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /received string.*received number/s);
      assert.doesNotMatch(result.content[0].text, /marker/);
    });

    it("sends members that the published schema forbids", async () => {
      const { listed, result, wire } = await call(N, { n: 1, more: 2 });
      assert.equal(listed.additionalProperties, false);
      assert.deepEqual(wire.structuredContent, { n: 1, more: 2 });
      assert.match(result.message, /must NOT have additional properties/);
    });

    it("refuses what JSON does not have", async () => {
      const At = z.object({ at: z.iso.datetime() });
      assert.equal((await call(At, { at: new Date(0) })).result.isError, true);
      for (const n of [1n, NaN]) assert.equal((await call(N, { n })).result.isError, true);
      const Levels = z.record(z.string(), z.number());
      assert.equal((await call(Levels, new Map())).result.isError, true);
    });

    it("serves schema and data to clients that know neither", async () => {
      const connect = (register) => OLD_CLIENTS[sdk]("2025-03-26", register);
      const { listed, wire } = await called(connect, N, { n: 1 });
      assert.equal(listed.type, "object");
      assert.deepEqual(wire.structuredContent, { n: 1 });
    });
  });
}

it("sdk 1 takes Zod objects alone", async () => {
  const call = (schema, data) => called(IN_MEMORY["sdk 1"], schema, data);
  await assert.rejects(call({ type: "object" }, {}), /must be a Zod schema/);
  const { listed, result } = await call(z.array(z.number()), [1]);
  assert.equal(listed, undefined);
  assert.equal(result.isError, true);
  assert.equal((await call(z.record(z.string(), z.number()), {})).listed, undefined);
  assert.match((await call(N, { n: 1 })).listed.$schema, /draft-07/);
});

it("server 2 wraps for older clients, and takes JSON Schema", async () => {
  const call = (schema, data) => called(IN_MEMORY["server 2"], schema, data);
  const { listed, wire } = await call(z.array(z.number()), [1]);
  assert.deepEqual(Object.keys(listed.properties), ["result"]);
  assert.match(listed.$schema, /2020-12/);
  assert.deepEqual(wire.structuredContent, { result: [1] });
  const modern = await called(IN_MEMORY["server 2, 2026-07-28"], z.array(z.number()), [1]);
  assert.deepEqual(modern.wire.structuredContent, [1]);
  const sent = await call(fromJsonSchema(NAN), { n: NaN });
  assert.equal(JSON.stringify(sent.wire.structuredContent.n), "null");
  const misspelt = { type: "object", properties: { n: { type: "nmber" } } };
  assert.throws(() => fromJsonSchema(misspelt), /^Error: type must be JSONType.*: nmber$/);
  const remote = { $ref: "https://example.org/a.json" };
  assert.throws(() => fromJsonSchema(remote), /can't resolve reference/);
});

it("FastMCP sends what Zod made of an object, and fails at other roots", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const server = fileURLToPath(new URL("mcp/fastmcp-alone-server.mjs", import.meta.url));
  const command = process.execPath;
  await client.connect(new StdioClientTransport({ command, args: [server], stderr: "ignore" }));
  const call = (name) => client.callTool({ name, arguments: {} });
  try {
    const { content, structuredContent } = await call("object");
    assert.deepEqual(structuredContent, { n: 1 });
    assert.deepEqual(content, [{ type: "text", text: '{"n":1}' }]);
    const refused = await call("marker");
    assert.match(refused.content[0].text, /n: Invalid input: expected number, received string/);
    assert.doesNotMatch(refused.content[0].text, /"marker"/);
    for (const name of ["date", "list", "misspelt"]) {
      assert.equal((await call(name)).isError, true, name);
    }
    assert.deepEqual((await call("nan")).structuredContent, { n: null });
    await assert.rejects(client.listTools(), /outputSchema/);
  } finally {
    await client.close();
  }
});

it("ajv and JSON.stringify, by hand", () => {
  const ajv = new Ajv2020();
  const properties = { a: { type: "string" }, b: { type: "string" } };
  ajv.validate({ type: "object", properties }, { a: 1, b: 2 });
  assert.equal(ajv.errors.length, 1);
  assert.throws(() => ajv.compile({ type: "string", format: "date-time" }), /unknown format/);
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  assert.throws(() => new Ajv().compile({ $schema }), /no schema with key or ref/);
  assert.equal(ajv.validate({ type: "number" }, NaN), false);
  assert.equal(ajv.validate({ type: "string" }, new Date(0)), false);
  assert.throws(() => JSON.stringify(1n), TypeError);
  assert.equal(JSON.stringify(new Map([[1, 2]])), "{}");
});
