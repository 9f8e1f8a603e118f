// The packed package in Node.js, Bun and Deno.

import { after, before, describe, it } from "node:test";

import { BUN, DENO, NODES } from "./support/installed.mjs";
import { assertReport, makeReportProject } from "./support/report-project.mjs";

const DENO_FLAGS = ["run", "--quiet", "--no-prompt", "--cached-only", "--node-modules-dir=manual"];

describe("the packed package", () => {
  let project;
  before(async () => (project = await makeReportProject()));
  after(() => project?.remove());

  for (const [how, script] of [
    ["imported", "command-line.mjs"],
    ["required", "command-line.cjs"],
  ]) {
    for (const { version, program } of NODES) {
      it(`in Node.js ${version}, ${how}`, async () => {
        assertReport(await project.run(program, [script]));
      });
    }

    it(`in Bun ${BUN.version}, ${how}`, async () => {
      assertReport(await project.run(BUN.program, [script]));
    });
  }

  it(`in Deno ${DENO.version}, with leave to read files alone`, async () => {
    const script = ["--allow-read", "command-line.mjs"];
    assertReport(await project.run(DENO.program, [...DENO_FLAGS, ...script]));
  });
});
