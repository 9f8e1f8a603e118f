// The packed package, bundled by esbuild and by Vite, and the bundles run where nothing else is.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, describe, it } from "node:test";

import { build as esbuild } from "esbuild";
import { build as vite } from "vite";

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
       await init();
       const { report } = await import("./bundle-entry.mjs");
       document.body.textContent = JSON.stringify(report);`,
    );
    await project.write(
      "index.html",
      `<!doctype html><body><script type="module" src="./browser.mjs"></script>`,
    );
  });
  after(() => project?.remove());

  it("esbuild, for Node.js", async () => {
    const dir = await project.emptyDir("esbuild-node");
    const outfile = join(dir, "out.mjs");
    const entryPoints = [join(project.dir, "node.mjs")];
    await esbuild({
      entryPoints,
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
    });
    assert.deepEqual(JSON.parse(await project.run(process.execPath, [outfile], dir)), REPORT);
  });

  it("Vite, for Node.js", async () => {
    const dir = await project.emptyDir("vite-node");
    await vite({
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
    assert.deepEqual(
      JSON.parse(await project.run(process.execPath, [join(dir, "out.mjs")], dir)),
      REPORT,
    );
  });

  it("Vite, for browsers", { skip: chromium() ? false : "no Chromium here" }, async () => {
    const dir = await project.emptyDir("vite-browser");
    await vite({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      build: { outDir: dir, target: "es2022" },
    });
    assert.deepEqual(JSON.parse(await bodyInBrowser(dir)), REPORT);
  });

  it("esbuild, for browsers", { skip: chromium() ? false : "no Chromium here" }, async () => {
    const dir = await project.emptyDir("esbuild-browser");
    const { outputFiles } = await esbuild({
      entryPoints: [join(project.dir, "browser.mjs")],
      outdir: dir,
      bundle: true,
      format: "esm",
      logLevel: "silent",
    });
    assert.equal(outputFiles, undefined);
    await writeFile(join(dir, "index.html"), await readFile(join(project.dir, "index.html")));
    assert.deepEqual(JSON.parse(await bodyInBrowser(dir)), REPORT);
  });
});

function chromium() {
  return ["chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => (process.env.PATH ?? "").split(":").map((dir) => join(dir, name)))
    .find((file) => existsSync(file));
}

/** What the page in `dir` wrote into its body. */
async function bodyInBrowser(dir) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer(async (request, response) => {
    try {
      const file = request.url === "/" ? "/index.html" : new URL(request.url, "http://x").pathname;
      const body = await readFile(join(dir, file));
      response
        .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const options = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
  ];
  options.push(
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--virtual-time-budget=20000",
  );
  try {
    const dom = await new Promise((resolve, reject) => {
      execFile(chromium(), [...options, "--dump-dom", url], { timeout: 60_000 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    const [, body] = dom.match(/<body>([^]*)<\/body>/) ?? [];
    assert.ok(body?.startsWith("{"), dom);
    return body.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
