/** Makes `dist/`: bundles, fonts, presets, and the WebAssembly module of the npm package. */

import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { presets } from "./presets.mjs";

const here = new URL(".", import.meta.url);
const at = (path) => new URL(path, here).pathname;

await rm(at("dist"), { recursive: true, force: true });
await mkdir(at("dist"));
await build({
  absWorkingDir: at("."),
  entryPoints: ["src/main.js", "src/worker.js", "src/tokens-worker.js", "src/early.js", "styles/main.css"],
  outdir: "dist",
  entryNames: "[name]",
  assetNames: "[name]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  alias: { twochannel: at("../pkg/browser.js") },
  loader: { ".woff2": "file" },
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "favicon.svg"]) await copyFile(at(name), at(`dist/${name}`));
await copyFile(at("../pkg/wasm/twochannel_bg.wasm"), at("dist/twochannel_bg.wasm"));
const reference = JSON.parse(await readFile(at("presets/reference.json"), "utf8"));
const reports = await readFile(at("../tests/vectors/reports.jsonl"), "utf8");
await writeFile(at("dist/presets.json"), JSON.stringify(presets(reference, reports)));
