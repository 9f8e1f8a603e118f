// Every kind of tool, over every connection: what is listed, and what arrives.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { CONNECTIONS } from "./mcp/connections.mjs";
import { registerAll, TOOLS } from "./mcp/tools.mjs";

for (const [name, connect] of Object.entries(CONNECTIONS)) {
  describe(name, () => {
    let connection;
    before(async () => {
      connection = await connect((server) => registerAll(server));
      await connection.client.listTools();
    });
    after(() => connection?.close());

    it("lists the schemas to the letter, and no tool that was refused", async () => {
      const { client, wire } = connection;
      await client.listTools(undefined, { cacheMode: "refresh" });
      const listed = wire.last.tools.map((tool) => [tool.name, JSON.stringify(tool.outputSchema)]);
      const expected = Object.entries(TOOLS).map(([name, tool]) => [
        name,
        JSON.stringify(tool.outputSchema),
      ]);
      assert.deepEqual(listed, expected);
      const [{ description, inputSchema }] = wire.last.tools;
      assert.equal(description, "The scalar tool.");
      assert.deepEqual(inputSchema.properties, { gauge: { type: "string" } });
    });

    for (const [tool, { args = {}, result }] of Object.entries(TOOLS)) {
      it(`answers ${tool}, and the client accepts it`, async () => {
        const { client, wire } = connection;
        const accepted = await client.callTool({ name: tool, arguments: args });
        const { contentStartsWith, ...exact } = result;
        const arrived = withoutEra(wire.last, name);
        if (contentStartsWith) {
          const [{ text }, ...more] = arrived.content;
          assert.ok(text.startsWith(contentStartsWith), text);
          assert.deepEqual(more, []);
          delete arrived.content;
        }
        assert.deepEqual(arrived, exact);
        assert.deepEqual(accepted.structuredContent, result.structuredContent);
      });
    }
  });
}

/** The result without what revision 2026-07-28 adds, which must be there and nowhere else. */
function withoutEra(result, connection) {
  const isModern = connection.endsWith("2026-07-28");
  const { resultType, _meta: meta, ...rest } = result;
  assert.equal(resultType, isModern ? "complete" : undefined);
  const { "io.modelcontextprotocol/serverInfo": serverInfo, ...own } = meta ?? {};
  assert.equal(serverInfo?.name, isModern ? "test" : undefined);
  return Object.keys(own).length > 0 ? { _meta: own, ...rest } : rest;
}
