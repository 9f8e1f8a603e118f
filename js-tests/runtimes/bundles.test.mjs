// The packed package through each bundler, for Chromium and for Node.js; the bundles run where
// nothing else is.

import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { BUNDLERS } from "./support/bundlers.mjs";
import { launch, reportOf } from "./support/chromium.mjs";
import { version } from "./support/installed.mjs";
import { assertReport, makeReportProject } from "./support/report-project.mjs";

const PAGE =
  '<!doctype html><meta charset="utf-8"><body><script type="module" src="main.js"></script>';

describe("the packed package", () => {
  let project;
  let browser;
  before(async () => {
    project = await makeReportProject();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await project?.remove();
  });

  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    it(`in Chromium, through ${name} ${version(name)}`, async () => {
      const out = await project.emptyDir(`${name}-browser`);
      await bundle(project.dir, { entry: "page.mjs", out, platform: "browser" });
      await writeFile(join(out, "index.html"), PAGE);
      assertReport(await reportOf(browser, out));
    });

    it(`in Node.js, through ${name} ${version(name)}`, async () => {
      const out = await project.emptyDir(`${name}-node`);
      await bundle(project.dir, { entry: "command-line.mjs", out, platform: "node" });
      await writeFile(join(out, "package.json"), '{ "type": "module" }');
      assertReport(await project.run(process.execPath, ["main.js"], out));
    });
  }

  it("in a bundle without its module, says what to copy where", async () => {
    const out = await project.emptyDir("incomplete");
    await BUNDLERS.esbuild(project.dir, { entry: "command-line.mjs", out, platform: "node" });
    await writeFile(join(out, "package.json"), '{ "type": "module" }');
    await rm(join(out, "wasm"), { recursive: true });
    const running = project.run(process.execPath, ["main.js"], out);
    await assert.rejects(running, /wasm\/twochannel_bg\.wasm is missing; copy it/);
  });
});
