// Two versions of the packed package in one process.

import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { expected } from "./project/conversions.mjs";
import { makeReportProject } from "./support/report-project.mjs";

describe("two versions of the packed package in one process", () => {
  let project;
  before(async () => {
    project = await makeReportProject();
    const [one, other] = ["twochannel", "other"].map((name) =>
      join(project.dir, "node_modules", name),
    );
    await cp(one, other, { recursive: true });
    const manifest = JSON.parse(await readFile(join(other, "package.json"), "utf8"));
    Object.assign(manifest, { name: "other", version: "99.0.0" });
    await writeFile(join(other, "package.json"), JSON.stringify(manifest));
  });
  after(() => project?.remove());

  it("convert, trap and are freed without disturbing each other", async () => {
    const report = await project.evaluate(`
      import { breakModule } from "./break-module.mjs";
      import { McpServer } from "@modelcontextprotocol/server";
      import { runAll } from "./conversions.mjs";
      const { registerTool } = await import("twochannel/mcp");
      const report = (api) => runAll({ ...api, registerTool, McpServer, breakModule });
      // One after the other: what breakModule breaks is the instance that was made last.
      const one = await import("twochannel");
      const reportOfOne = await report(one);
      const other = await import("other");
      const kept = new one.Converter({ type: "integer" });
      const reportOfOther = await report(other);
      new other.Converter().free();
      console.log(JSON.stringify({ reportOfOne, reportOfOther, kept: kept.convert(1) }));
    `);
    const content = [{ type: "text", text: "1" }];
    assert.deepEqual(report, {
      reportOfOne: expected(),
      reportOfOther: expected(),
      kept: { content, structuredContent: { result: 1 }, isError: false },
    });
  });

  it("leave the globals and their prototypes as they were", async () => {
    // In a file: code from the command line has the modules of Node.js among its globals.
    await project.write(
      "globals.mjs",
      `const holders = Object.getOwnPropertyNames(globalThis)
         .flatMap((name) => [globalThis[name], globalThis[name]?.prototype])
         .concat(globalThis)
         .filter((holder) => Object(holder) === holder);
       const members = () => holders.map((holder) => Object.getOwnPropertyDescriptors(holder));
       const before = members();
       const api = await import("twochannel");
       await import("other");
       const { runAll } = await import("./conversions.mjs");
       await runAll({ ...api, ...(await import("twochannel/mcp")) });
       const changed = members().flatMap((after, index) =>
         Reflect.ownKeys({ ...before[index], ...after })
           .filter((key) => !Object.is(before[index][key]?.value, after[key]?.value))
           .map(String));
       console.log(JSON.stringify(changed));`,
    );
    assert.deepEqual(JSON.parse(await project.run(process.execPath, ["globals.mjs"])), []);
  });
});
