// The packed package in Chromium where less is allowed than on most pages.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";
import { createServer } from "vite";

import { BUNDLERS } from "./support/bundlers.mjs";
import { launch, reportAt, reportOf } from "./support/chromium.mjs";
import { assertReport, makeReportProject } from "./support/report-project.mjs";

const STRICT = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
    "connect-src 'self'; worker-src 'self'",
};
const page = (script) => `<!doctype html><meta charset="utf-8"><body>${script}`;

describe("the packed package in Chromium", () => {
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

  /** A folder with the bundle of each entry, and the module beside them. */
  async function site(name, entries) {
    const out = await project.emptyDir(name);
    for (const [file, entry] of Object.entries(entries)) {
      await BUNDLERS.esbuild(project.dir, { entry, out, platform: "browser", file });
    }
    await writeFile(join(out, "index.html"), page('<script type="module" src="main.js"></script>'));
    return out;
  }

  it("on a page under a strict Content-Security-Policy", async () => {
    const out = await site("page", { "main.js": "page.mjs" });
    assertReport(await reportOf(browser, out, STRICT), { hasEval: false });
  });

  for (const kind of ["web-worker", "service-worker"]) {
    it(`in a ${kind.replace("-", " ")} under a strict Content-Security-Policy`, async () => {
      const out = await site(kind, { "main.js": `ask-${kind}.mjs`, "worker.js": "worker.mjs" });
      assertReport(await reportOf(browser, out, STRICT), { hasEval: false });
    });
  }

  it("on a file: page, from the bytes of the module", async () => {
    const out = await project.emptyDir("file");
    await build({
      entryPoints: [join(project.dir, "bytes.mjs")],
      outfile: join(out, "main.js"),
      bundle: true,
      loader: { ".wasm": "binary" },
      logOverride: { "empty-import-meta": "silent" },
    });
    await writeFile(join(out, "index.html"), page('<script src="main.js"></script>'));
    assertReport(await reportAt(browser, pathToFileURL(join(out, "index.html")).href));
  });

  it("from Vite's server for development", async () => {
    const server = await createServer({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      server: { host: "127.0.0.1", port: 0, fs: { strict: false } },
    });
    try {
      await server.listen();
      const { port } = server.httpServer.address();
      assertReport(await reportAt(browser, `http://127.0.0.1:${port}/`));
    } finally {
      await server.close();
    }
  });

  it("says what to do first where nothing was done", async () => {
    const out = await project.emptyDir("not-ready");
    await project.write(
      "not-ready.mjs",
      `import { Converter } from "twochannel";
       import { show } from "./show.mjs";
       show((async () => new Converter())());`,
    );
    await BUNDLERS.esbuild(project.dir, { entry: "not-ready.mjs", out, platform: "browser" });
    await writeFile(join(out, "index.html"), page('<script type="module" src="main.js"></script>'));
    const { error } = JSON.parse(await reportOf(browser, out));
    assert.match(error, /twochannel is not ready: await init\(\) first/);
  });
});
