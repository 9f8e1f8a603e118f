// The type declarations of the packed package, with the compiler at its strictest.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { command, makeProject } from "./project.mjs";

const STRICT = [
  "--strict",
  "--exactOptionalPropertyTypes",
  "--noUncheckedIndexedAccess",
  "--noEmit",
  "--target",
  "es2022",
];
const RESOLUTIONS = { node16: "node16", bundler: "esnext" };

describe("the types of the packed package, alone", () => {
  let project;
  before(async () => {
    project = await makeProject();
    await project.copy("index-sample.ts");
  });
  after(() => project?.remove());

  for (const resolution of Object.keys(RESOLUTIONS)) {
    it(`compile with moduleResolution ${resolution}`, async () => {
      assert.equal(await compile(project, "index-sample.ts", resolution, "--types", ""), "");
    });
  }

  it("compile for CommonJS, with moduleResolution node16", async () => {
    await project.write(
      "commonjs.cts",
      `import { Converter, type CallToolResult } from "twochannel";
       import { registerTool, type ToolServer } from "twochannel/mcp";
       const result: CallToolResult = new Converter().convert(1);
       export const use = (server: ToolServer) => registerTool(server, "t", {}, () => result);`,
    );
    assert.equal(await compile(project, "commonjs.cts", "node16", "--types", ""), "");
  });

  it("have no name that the sample does not use", async () => {
    assert.deepEqual(await unusedNames(project, "index.d.ts", "index-sample.ts"), []);
  });
});

describe("the types of the packed package, with both SDKs", () => {
  let project;
  before(async () => {
    project = await makeProject();
    await project.borrow("@modelcontextprotocol", "zod");
    await project.copy("mcp-sample.ts");
  });
  after(() => project?.remove());

  for (const resolution of Object.keys(RESOLUTIONS)) {
    it(`compile with moduleResolution ${resolution}`, async () => {
      // The SDKs' own declarations do not compile without those of Node.js.
      assert.equal(await compile(project, "mcp-sample.ts", resolution, "--skipLibCheck"), "");
    });
  }

  it("have no name that the sample does not use", async () => {
    assert.deepEqual(await unusedNames(project, "mcp.d.ts", "mcp-sample.ts"), []);
  });
});

/** What the compiler has to say about a file. */
async function compile(project, file, resolution, ...options) {
  const module = ["--module", RESOLUTIONS[resolution], "--moduleResolution", resolution];
  try {
    return await project.run(process.execPath, [
      command("typescript"),
      ...STRICT,
      ...module,
      ...options,
      file,
    ]);
  } catch (error) {
    return error.stdout || error.message;
  }
}

/** Parameters that stand on a line of their own look like members, and no one calls a constructor. */
const NO_MEMBERS = ["constructor", "schema", "more"];

/** The exports and members that a file declares and a sample does not mention. */
async function unusedNames(project, declarations, sample) {
  const text = await readFile(join(project.dir, "node_modules/twochannel", declarations), "utf8");
  const used = await readFile(join(project.dir, sample), "utf8");
  const exported =
    /^export (?:declare )?(?:abstract )?(?:function|class|interface|type|const|namespace) (\w+)/gm;
  const member = /^ {2,}(?:readonly |static )?(\w+)\??(?=[:(<])/gm;
  const names = [exported, member].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name]) => name),
  );
  assert.ok(names.length > 5, `${declarations} declares ${names}`);
  const isUsed = (name) => new RegExp(`\\b${name}\\b`).test(used) || NO_MEMBERS.includes(name);
  return [...new Set(names)].filter((name) => !isUsed(name));
}
