// What other tools say of the packed package, and what the README says was tried.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { publint } from "publint";
import { formatMessage } from "publint/utils";

import { makeProject } from "../packed/project.mjs";
import { BUNDLERS } from "./support/bundlers.mjs";
import { BUN, DENO, MODULES, NODES, WORKERD, version } from "./support/installed.mjs";

describe("the packed package", () => {
  let project;
  before(async () => (project = await makeProject()));
  after(() => project?.remove());

  it("has nothing that publint would mend", async () => {
    const pkgDir = join(project.dir, "node_modules/twochannel");
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  it("has types that are right for whoever imports or requires it", async () => {
    const cli = join(MODULES, "@arethetypeswrong/cli/dist/index.js");
    const options = ["--format", "json", "--exclude-entrypoints", "./twochannel_bg.wasm"];
    const report = await project.run(process.execPath, [cli, project.tarball, ...options]);
    const { analysis } = JSON.parse(report);
    assert.deepEqual(Object.keys(analysis.entrypoints).sort(), [".", "./mcp", "./package.json"]);
    assert.deepEqual(analysis.problems, []);
  });
});

describe("the README", () => {
  it("names the versions that these tests run", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const [, table] = readme.match(/## Where it runs\n([^]*?)\n## /);
    const named = table.match(/\d+\.\d+\.\d+/g).sort();
    const runtimes = [...NODES, BUN, DENO, WORKERD].map(({ version }) => version);
    assert.deepEqual(named, [...runtimes, ...Object.keys(BUNDLERS).map(version)].sort());
  });
});
