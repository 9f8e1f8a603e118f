// The packed package in an empty project: what is in it, and that it loads either way.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeProject } from "./project.mjs";

const USE = `
  const dice = new Converter({ type: "array", items: { type: "integer" } }, { tool: "dice" });
  const { structuredContent } = dice.convert([4, 6]);
  let refused;
  try { new Converter({ type: "intger" }) } catch (error) { refused = error instanceof SchemaError }
  console.log(JSON.stringify({ structuredContent, refused, mcp: Object.keys(mcp).sort() }));
`;
const USED = {
  structuredContent: { result: [4, 6] },
  refused: true,
  mcp: ["ready", "registerTool", "reply"],
};

describe("the packed package", () => {
  let project;
  before(async () => (project = await makeProject()));
  after(() => project?.remove());

  it("brings one WebAssembly file and no other package", async () => {
    const files = await project.files();
    assert.deepEqual(await project.installed(), ["twochannel"]);
    assert.deepEqual(files.filter((file) => file.endsWith(".wasm")).length, 1, files.join(" "));
    for (const file of [
      "package.json",
      "index.js",
      "index.d.ts",
      "mcp.js",
      "mcp.d.ts",
      "mcp/sdk1.js",
      "mcp/sdk2.js",
    ]) {
      assert.ok(files.includes(file), `${file} is missing: ${files.join(" ")}`);
    }
    assert.deepEqual(
      files.filter((file) => /test|\.rs$|\.tgz$|node_modules/.test(file)),
      [],
    );
  });

  it("can be imported", async () => {
    const imports =
      'import { Converter, SchemaError } from "twochannel"; import * as mcp from "twochannel/mcp";';
    assert.deepEqual(await project.evaluate(imports + USE), USED);
  });

  it("can be required", async () => {
    const requires =
      'const { Converter, SchemaError } = require("twochannel"); const mcp = require("twochannel/mcp");';
    assert.deepEqual(await project.evaluate(requires + USE, "commonjs"), USED);
  });

  it("knows a reply that was made by the other kind of copy", async () => {
    const code = `
      import { createRequire } from "node:module";
      import { registerTool } from "twochannel/mcp";
      const { reply } = createRequire(import.meta.url)("twochannel/mcp");
      let call;
      const server = {
        registerTool: (name, config, handler) => ((call = handler), { update() {} }),
        server: { projectCallToolResult() {}, getNegotiatedProtocolVersion() {} },
      };
      registerTool(server, "t", { returns: { type: "integer" } }, () => reply(1, { text: "one" }));
      console.log(JSON.stringify(await call()));
    `;
    const content = [{ type: "text", text: "one" }];
    const expected = { content, structuredContent: { result: 1 }, isError: false };
    assert.deepEqual(await project.evaluate(code), expected);
  });
});
