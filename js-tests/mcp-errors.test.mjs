// What becomes of a failure: on the wire, and in the host's log.

import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";

import { UrlElicitationRequiredError as UrlElicitationRequiredError1 } from "@modelcontextprotocol/sdk/types.js";
import { UrlElicitationRequiredError as UrlElicitationRequiredError2 } from "@modelcontextprotocol/server";
import { SchemaError } from "twochannel";
import { ready, registerTool } from "twochannel/mcp";

import { IN_MEMORY } from "./mcp/connections.mjs";

const Point = {
  type: "object",
  properties: { x: { type: "integer" }, y: { type: "integer" } },
  required: ["x", "y"],
};

for (const [name, connect] of Object.entries(IN_MEMORY)) {
  describe(name, () => {
    /** Registers one tool and calls it: the result, and what was logged. */
    async function call(config, handler, args = {}) {
      const logged = [];
      const logger = { error: (...entry) => logged.push(entry) };
      const connection = await connect((server) =>
        registerTool(server, "locate", { logger, ...config }, handler),
      );
      try {
        const result = await connection.client.callTool({ name: "locate", arguments: args });
        return { result, logged };
      } finally {
        await connection.close();
      }
    }

    it("logs every issue of a value that does not match, and sends no half result", async () => {
      const { result, logged } = await call(
        { returns: Point, policy: { errors: "named" } },
        () => ({ x: "1" }),
      );
      assert.equal(result.isError, true);
      assert.equal("structuredContent" in result, false);
      assert.equal(result.content.length, 1);
      assert.equal(logged.length, 1);
      const [{ tool, issues }, message] = logged[0];
      assert.equal(tool, "locate");
      assert.match(message, /^Error executing tool locate: /);
      assert.deepEqual(issues.map(({ pointer, code }) => [pointer, code]).sort(), [
        ["/x", "int_type"],
        ["/y", "missing"],
      ]);
    });

    it("tells a result made by hand that it wants a mark", async () => {
      const structuredContent = { x: 1, y: 2 };
      const { result, logged } = await call({ returns: Point }, () => ({
        content: [],
        structuredContent,
      }));
      assert.equal(result.isError, true);
      assert.match(logged[0][1], /a result made by hand is returned as `ready\(result\)`/);
      const plain = await call({ returns: Point }, () => ({ content: ["no result"] }));
      assert.doesNotMatch(plain.logged[0][1], /ready/);
    });

    it("says with generic errors that the tool failed, and logs the rest", async () => {
      const policy = { errors: "generic" };
      const refused = await call({ returns: Point, policy }, () => ({ x: 1 }));
      assert.deepEqual(refused.result.content, [
        { type: "text", text: "Error executing tool locate" },
      ]);
      assert.equal(refused.logged[0][0].issues.length, 1);

      const thrown = await call({ returns: Point, policy }, () => {
        throw new Error("password wrong");
      });
      assert.deepEqual(thrown.result.content, [
        { type: "text", text: "Error executing tool locate" },
      ]);
      assert.equal(thrown.logged[0][0].error.message, "password wrong");
    });

    it("logs the reason where no issue of the schema tells it", async () => {
      const policy = { errors: "generic", maxBytes: 20 };
      const { result, logged } = await call({ policy }, () => "a text that is longer than that");
      assert.deepEqual(result.content, [{ type: "text", text: "Error executing tool locate" }]);
      assert.deepEqual(logged[0][0].issues, []);
      assert.match(logged[0][1], /20 bytes|bytes.*20/);
    });

    it("logs a ready-made result that breaks the promise, and none that reports its own error", async () => {
      const content = [{ type: "text", text: "here" }];
      const wrong = await call({ returns: Point }, () =>
        ready({ content, structuredContent: { x: 1 } }),
      );
      assert.equal(wrong.result.isError, true);
      assert.deepEqual(
        wrong.logged[0][0].issues.map(({ code }) => code),
        ["missing"],
      );

      for (const returns of [Point, undefined]) {
        const own = { content, isError: true };
        const failed = await call({ returns }, () => ready(own));
        assert.deepEqual(failed.result.content, content);
        assert.deepEqual(failed.logged, []);
      }
      const bySight = await call({}, () => ({ content, isError: true }));
      assert.deepEqual(bySight.result.content, content);
      assert.deepEqual(bySight.logged, []);
    });

    it("turns whatever is thrown into an error result", async () => {
      for (const [thrown, text] of [
        [new TypeError("no fix"), "Error executing tool locate: no fix"],
        ["a string", "Error executing tool locate: a string"],
        [undefined, "Error executing tool locate: undefined"],
        [{ message: "an object" }, "Error executing tool locate: an object"],
      ]) {
        const { result, logged } = await call({ returns: Point }, () => {
          throw thrown;
        });
        assert.deepEqual(result.content, [{ type: "text", text }]);
        assert.equal(result.isError, true);
        assert.deepEqual(logged, [
          [{ tool: "locate", error: thrown }, "Error executing tool locate"],
        ]);
      }
    });

    it("names the tool as the policy does", async () => {
      const { result } = await call({ policy: { tool: "Locator" } }, () => {
        throw new Error("lost");
      });
      assert.equal(result.content[0].text, "Error executing tool Locator: lost");
    });

    it("gives a value with a getter that throws an error result", async () => {
      const value = {
        get x() {
          throw new Error("not now");
        },
      };
      const { result } = await call({ returns: Point }, () => value);
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /^Error executing tool locate: /);
    });

    it("leaves the request to visit an address to the SDK", async () => {
      const UrlElicitationRequiredError =
        name === "sdk 1" ? UrlElicitationRequiredError1 : UrlElicitationRequiredError2;
      const elicitation = {
        mode: "url",
        url: "https://example.org/",
        message: "Sign in",
        elicitationId: "1",
      };
      const calling = call({ returns: Point }, () => {
        throw new UrlElicitationRequiredError([elicitation]);
      });
      // Revision 2026-07-28 has another way to ask, and the SDK says so.
      const message = name.endsWith("2026-07-28") ? /inputRequired/ : /URL elicitation/i;
      await assert.rejects(calling, message);
    });

    it("writes to standard error where no logger is given", async () => {
      const print = mock.method(console, "error", () => {});
      try {
        await call({ returns: Point, logger: undefined }, () => ({ x: 1 }));
        assert.match(
          print.mock.calls[0].arguments[0],
          /^Error executing tool locate: .*\n {2}\/y: Field required \[missing\]$/,
        );
        await call({ returns: Point, logger: undefined }, () => {
          throw new Error("lost");
        });
        assert.equal(print.mock.calls[1].arguments[0], "Error executing tool locate:");
        assert.equal(print.mock.calls[1].arguments[1].message, "lost");
      } finally {
        print.mock.restore();
      }
    });

    it("refuses at registration what cannot serve, and registers nothing", async () => {
      const connection = await connect((server) => {
        const register = (config) => () => registerTool(server, "locate", config, () => 1);
        assert.throws(register({ returns: { type: "intger" } }), SchemaError);
        assert.throws(register({ policy: { structuredOutput: true } }), SchemaError);
        assert.throws(register({ policy: { idnent: 2 } }), /idnent/);
        assert.throws(register({ outputSchema: Point }), /`returns`/);
        const unwrapped = { wrap: "never", revision: "2026-07-28" };
        const returns = name === "sdk 1" ? { type: "integer" } : true;
        assert.throws(register({ returns, policy: unwrapped }), /leave out `wrap: "never"`/);
        registerTool(server, "locate", { returns: { type: "integer" } }, () => 1);
        assert.throws(register({ returns: { type: "integer" } }), /already registered/);
      });
      const { tools } = await connection.client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ["locate"],
      );
      await connection.close();
    });
  });
}

it("says what it needs when it is handed something else", () => {
  for (const server of [undefined, {}, { registerTool() {} }]) {
    assert.throws(
      () => registerTool(server, "locate", {}, () => 1),
      /registerTool needs an McpServer/,
    );
  }
  const server = { registerTool() {}, server: { projectCallToolResult() {} } };
  assert.throws(() => registerTool(server, "locate", {}), /the handler of locate is no function/);
  const changed = { registerTool() {}, server: {} };
  assert.throws(
    () => registerTool(changed, "locate", {}, () => 1),
    /_requestHandlers and _registeredTools/,
  );
});
