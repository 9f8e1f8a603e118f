// A registered tool afterwards: updates, what is checked and how often, and what the listing says.

import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";

import { inputRequired } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Converter } from "twochannel";
import { registerTool } from "twochannel/mcp";
import * as v from "valibot";
import { z } from "zod";

import { CONNECTIONS, IN_MEMORY, OLD_CLIENTS } from "./mcp/connections.mjs";

const Whole = { type: "integer" };

for (const [name, connect] of Object.entries(IN_MEMORY)) {
  describe(name, () => {
    /** Registers with `register`, and gives what it returned along with the connection. */
    async function open(register, use) {
      let registered;
      const connection = await connect((server) => (registered = register(server)));
      const list = async () => {
        await connection.client.listTools(undefined, { cacheMode: "refresh" });
        return connection.wire.last.tools;
      };
      const call = (tool, args = {}) => connection.client.callTool({ name: tool, arguments: args });
      try {
        await use({ ...connection, registered, list, call });
      } finally {
        await connection.close();
      }
    }
    const logger = { error() {} };
    const one =
      (config, handler = () => 1) =>
      (server) =>
        registerTool(server, "count", { logger, ...config }, handler);

    it("validates a value once, and not again in the SDK", async () => {
      let refined = 0;
      const Counted = z.object({ n: z.number() }).refine(() => (refined += 1) > 0);
      const convert = mock.method(Converter.prototype, "convert");
      const check = mock.method(Converter.prototype, "check");
      try {
        await open(
          one({ returns: Counted }, () => ({ n: 1 })),
          async ({ call }) => {
            const { structuredContent } = await call("count");
            assert.deepEqual(structuredContent, { n: 1 });
            assert.equal(convert.mock.callCount(), 1);
            assert.equal(check.mock.callCount(), 0);
            assert.equal(refined, 0);
          },
        );
      } finally {
        convert.mock.restore();
        check.mock.restore();
      }
    });

    it("takes the schema of any library with Standard JSON Schema", async () => {
      for (const returns of [
        z.object({ n: z.int() }),
        toStandardJsonSchema(v.object({ n: v.pipe(v.number(), v.integer()) })),
        type({ n: "number.integer" }),
      ]) {
        await open(
          one({ returns }, () => ({ n: 1 })),
          async ({ list, call }) => {
            const [{ outputSchema }] = await list();
            assert.equal(outputSchema.properties.n.type, "integer");
            assert.deepEqual((await call("count")).structuredContent, { n: 1 });
          },
        );
        await open(
          one({ returns }, () => ({ n: 1.5 })),
          async ({ call }) => {
            assert.match((await call("count")).content[0].text, /^Error executing tool count: /);
          },
        );
      }
    });

    it("can be disabled, enabled and removed", async () => {
      await open(one({ returns: Whole }), async ({ registered, list, call }) => {
        registered.disable();
        assert.deepEqual(await list(), []);
        registered.enable();
        assert.equal((await list())[0].outputSchema.title, "countOutput");
        assert.deepEqual((await call("count")).structuredContent, { result: 1 });
        registered.remove();
        assert.deepEqual(await list(), []);
      });
    });

    it("takes a new handler, schema, policy and description", async () => {
      await open(one({ returns: Whole }), async ({ registered, list, call }) => {
        registered.update({ callback: () => 2, description: "Counts." });
        assert.deepEqual((await call("count")).structuredContent, { result: 2 });
        registered.update({
          returns: { type: "object", properties: { n: Whole } },
          callback: () => ({ n: 3 }),
        });
        const [{ outputSchema, description }] = await list();
        assert.deepEqual(outputSchema, { type: "object", properties: { n: Whole } });
        assert.equal(description, "Counts.");
        assert.deepEqual((await call("count")).structuredContent, { n: 3 });
        registered.update({ policy: { indent: 0 } });
        assert.equal((await call("count")).content[0].text, '{"n":3}');
      });
    });

    it("keeps what it had when an update is refused", async () => {
      await open(one({ returns: Whole }), async ({ registered, call }) => {
        assert.throws(
          () => registered.update({ returns: { type: "intger" }, callback: () => "x" }),
          /intger/,
        );
        assert.throws(() => registered.update({ outputSchema: Whole }), /`returns`/);
        assert.deepEqual((await call("count")).structuredContent, { result: 1 });
      });
    });

    it("goes by its new name when it is renamed", async () => {
      await open(
        one({ returns: Whole }, () => "one"),
        async ({ registered, list, call }) => {
          registered.update({ name: "tally" });
          const [{ name, outputSchema }] = await list();
          assert.deepEqual([name, outputSchema.title], ["tally", "tallyOutput"]);
          const { content } = await call("tally");
          assert.match(content[0].text, /^Error executing tool tally: /);
        },
      );
    });

    it("lists title, annotations, icons and _meta", async () => {
      const members = {
        title: "Counter",
        annotations: { readOnlyHint: true },
        icons: [{ src: "https://example.org/icon.png" }],
        _meta: { "example.org/kind": "count" },
      };
      await open(one({ returns: Whole, ...members }), async ({ registered, list }) => {
        const [{ title, annotations, icons, _meta }] = await list();
        assert.deepEqual({ title, annotations, icons, _meta }, members);
        registered.update({ icons: [] });
        assert.deepEqual((await list())[0].icons, []);
      });
    });

    it("can be registered while a client is connected, beside the SDK's own tools", async () => {
      const register = (server) => {
        server.registerTool("own", {}, () => ({ content: [] }));
        registerTool(server, "first", { returns: Whole }, () => 1);
        return server;
      };
      await open(register, async ({ registered: server, list }) => {
        registerTool(server, "second", { returns: Whole }, () => 2);
        server.registerTool("last", {}, () => ({ content: [] }));
        const listed = (await list()).map((tool) => [tool.name, tool.outputSchema?.title]);
        assert.deepEqual(listed, [
          ["own", undefined],
          ["first", "firstOutput"],
          ["second", "secondOutput"],
          ["last", undefined],
        ]);
      });
    });

    it("gives the handler its arguments and the request's context", async () => {
      let seen;
      const config = { inputSchema: { n: z.number().default(7) }, returns: Whole };
      const handler = (args, context) => {
        seen = context.signal ?? context.mcpReq.signal;
        return args.n;
      };
      await open(one(config, handler), async ({ call }) => {
        assert.deepEqual((await call("count", {})).structuredContent, { result: 7 });
        assert.ok(seen instanceof AbortSignal);
        const { content, isError } = await call("count", { n: "x" });
        assert.equal(isError, true);
        assert.match(content[0].text, /Invalid arguments for tool count/);
      });
    });

    it("validates and publishes nothing where the policy keeps the schema private", async () => {
      const config = { returns: Whole, policy: { publishSchema: false } };
      await open(one(config), async ({ list, call }) => {
        assert.equal((await list())[0].outputSchema, undefined);
        assert.deepEqual((await call("count")).structuredContent, { result: 1 });
      });
    });
  });
}

it("compiles a schema once for all the servers that are made with it", async () => {
  let read = 0;
  const schema = () => ((read += 1), { type: "object", properties: { n: Whole } });
  const jsonSchema = { input: schema, output: schema };
  const returns = {
    "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }), jsonSchema },
  };
  let servers = 0;
  const connection = await CONNECTIONS["server 2, http"]((server) => {
    servers += 1;
    registerTool(server, "count", { returns }, () => ({ n: 1 }));
  });
  await connection.client.callTool({ name: "count" });
  await connection.client.callTool({ name: "count" });
  await connection.close();
  assert.ok(servers > 2, `${servers} servers`);
  assert.equal(read, 1);
});

describe("clients of old revisions", () => {
  const config = { returns: Whole };
  const register = (server) => registerTool(server, "count", config, () => 1);

  for (const [sdk, connectOld] of Object.entries(OLD_CLIENTS)) {
    for (const revision of ["2024-11-05", "2025-03-26"]) {
      it(`gives text alone to a client of ${revision}, with ${sdk}`, async () => {
        const { client, wire, close } = await connectOld(revision, register);
        await client.listTools();
        assert.equal("outputSchema" in wire.last.tools[0], false);
        await client.callTool({ name: "count" });
        assert.deepEqual(wire.last, { content: [{ type: "text", text: "1" }], isError: false });
        await close();
      });
    }

    it(`gives both channels to a client of 2025-06-18, with ${sdk}`, async () => {
      const { client, wire, close } = await connectOld("2025-06-18", register);
      await client.listTools();
      assert.equal(wire.last.tools[0].outputSchema.title, "countOutput");
      await client.callTool({ name: "count" });
      assert.deepEqual(wire.last.structuredContent, { result: 1 });
      await close();
    });

    it(`does with every client as the policy says, with ${sdk}`, async () => {
      const policy = { revision: "2025-11-25" };
      const { client, wire, close } = await connectOld("2025-03-26", (server) =>
        registerTool(server, "count", { ...config, policy }, () => 1),
      );
      await client.listTools();
      assert.equal(wire.last.tools[0].outputSchema.title, "countOutput");
      await client.callTool({ name: "count" });
      assert.deepEqual(wire.last.structuredContent, { result: 1 });
      await close();
    });
  }
});

describe("revision 2026-07-28", () => {
  const connect = IN_MEMORY["server 2, 2026-07-28"];

  const policy = { wrap: "never", revision: "2026-07-28" };
  const natural = (server) => registerTool(server, "count", { returns: Whole, policy }, () => 1);

  it("sends data that is no object where the policy allows it", async () => {
    const { client, wire, close } = await connect(natural);
    await client.listTools();
    assert.deepEqual(wire.last.tools[0].outputSchema, Whole);
    const { structuredContent } = await client.callTool({ name: "count" });
    assert.equal(structuredContent, 1);
    assert.deepEqual(wire.last.content, [{ type: "text", text: "1" }]);
    await close();
  });

  it("leaves it to the SDK to wrap such data for older clients", async () => {
    const { client, wire, close } = await IN_MEMORY["server 2"](natural);
    await client.listTools();
    assert.deepEqual(wire.last.tools[0].outputSchema, {
      type: "object",
      properties: { result: Whole },
      required: ["result"],
    });
    await client.callTool({ name: "count" });
    const content = [{ type: "text", text: "1" }];
    assert.deepEqual(wire.last, { content, structuredContent: { result: 1 }, isError: false });
    await close();
  });

  it("leaves a request for input to the SDK", async () => {
    let asked = 0;
    const { client, close } = await connect((server) =>
      registerTool(server, "count", { returns: Whole }, () =>
        asked++ === 0 ? inputRequired({ requestState: "s" }) : 2,
      ),
    );
    const { structuredContent } = await client.callTool({ name: "count" });
    assert.deepEqual([structuredContent, asked], [{ result: 2 }, 2]);
    await close();
  });
});
