// The packed package, bundled by esbuild and by Vite, and the bundles run where nothing else is.

import assert from "node:assert/strict";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { build as esbuild } from "esbuild";
import { build as vite } from "vite";

import { chromium, reportOfBrowser } from "../support/browser.mjs";
import { makeProject } from "./project.mjs";

const REPORT = {
  texts: ["4", "6"],
  structuredContent: { result: [4, 6] },
  answer: {
    content: [{ type: "text", text: "42" }],
    structuredContent: { result: 42 },
    isError: false,
  },
};

const WASM = "wasm/twochannel_bg.wasm";
const inBrowser = { skip: chromium() ? false : "no Chromium here", timeout: 120_000 };

describe("bundles of the packed package", () => {
  let project;
  before(async () => {
    project = await makeProject();
    await project.copy("bundle-entry.mjs");
    await project.write(
      "node.mjs",
      `import { report } from "./bundle-entry.mjs"; console.log(JSON.stringify(report));`,
    );
    await project.write(
      "browser.mjs",
      `import { init } from "twochannel";
       const send = (body) => fetch("/report", { method: "POST", body });
       try {
         await init();
         const { report } = await import("./bundle-entry.mjs");
         await send(JSON.stringify(report));
       } catch (error) {
         await send(JSON.stringify({ error: error.stack }));
       }`,
    );
    await project.write(
      "index.html",
      `<!doctype html><body><script type="module" src="./browser.js"></script>`,
    );
  });
  after(() => project?.remove());

  /** Puts the WebAssembly file where a bundle in `dir` looks for it. */
  const copyWasm = async (dir) => {
    await mkdir(join(dir, "wasm"));
    await copyFile(join(project.dir, "node_modules/twochannel", WASM), join(dir, WASM));
  };
  /** Runs `out.mjs` in its folder and gives what it prints as JSON. */
  const runIn = async (dir) =>
    JSON.parse(await project.run(process.execPath, [join(dir, "out.mjs")], dir));

  const esbuildForNode = (dir) =>
    esbuild({
      entryPoints: [join(project.dir, "node.mjs")],
      outfile: join(dir, "out.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
    });

  const viteForNode = (dir) =>
    vite({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      ssr: { noExternal: true },
      build: {
        ssr: "node.mjs",
        outDir: dir,
        target: "node20",
        rolldownOptions: { output: { entryFileNames: "out.mjs" } },
      },
    });

  for (const [bundler, bundle] of Object.entries({ esbuild: esbuildForNode, Vite: viteForNode })) {
    it(`${bundler}, for Node.js`, async () => {
      const dir = await project.emptyDir(`${bundler}-node`);
      await bundle(dir);
      await assert.rejects(runIn(dir), /wasm\/twochannel_bg\.wasm is missing; copy it/);
      await copyWasm(dir);
      assert.deepEqual(await runIn(dir), REPORT);
    });
  }

  it("esbuild, for runtimes that import WebAssembly as a compiled module", async () => {
    const dir = await project.emptyDir("esbuild-edge");
    const compiled = {
      name: "compiled",
      setup: ({ onLoad }) =>
        onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
          contents: `import { readFileSync } from "node:fs";
            export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));`,
        })),
    };
    await esbuild({
      entryPoints: [join(project.dir, "node.mjs")],
      outfile: join(dir, "out.mjs"),
      bundle: true,
      conditions: ["workerd"],
      external: ["node:fs"],
      format: "esm",
      logLevel: "silent",
      plugins: [compiled],
    });
    assert.deepEqual(await runIn(dir), REPORT);
  });

  it("Vite, for browsers", inBrowser, async () => {
    const dir = await project.emptyDir("vite-browser");
    await project.write("browser.js", `import "./browser.mjs";`);
    await vite({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      build: { outDir: dir, target: "es2022" },
    });
    assert.deepEqual(JSON.parse(await reportOfBrowser(dir)), REPORT);
  });

  const esbuildForBrowsers = (dir) =>
    esbuild({
      entryPoints: [join(project.dir, "browser.mjs")],
      outdir: dir,
      bundle: true,
      format: "esm",
      logLevel: "silent",
    });

  it("esbuild, for browsers", inBrowser, async () => {
    const dir = await project.emptyDir("esbuild-browser");
    await esbuildForBrowsers(dir);
    await copyFile(join(project.dir, "index.html"), join(dir, "index.html"));
    await copyWasm(dir);
    assert.deepEqual(JSON.parse(await reportOfBrowser(dir)), REPORT);
  });
});
