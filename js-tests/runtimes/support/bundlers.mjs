// Each bundler as its users run it, from `dir/entry` to `out/main.js` and all that belongs beside it.

import { copyFile, mkdir } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";

import nodeResolve from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";

const WASM = "wasm/twochannel_bg.wasm";

/** Puts the module where a bundle in `out` that was left alone looks for it. */
async function copyWasm(dir, out) {
  await mkdir(dirname(join(out, WASM)), { recursive: true });
  await copyFile(join(dir, "node_modules/twochannel", WASM), join(out, WASM));
}

export const BUNDLERS = {
  async vite(dir, { entry, out, platform }) {
    await vite({
      root: dir,
      configFile: false,
      logLevel: "silent",
      ssr: { noExternal: true },
      build: {
        ssr: platform === "node",
        outDir: out,
        emptyOutDir: false,
        rolldownOptions: { input: join(dir, entry), output: { entryFileNames: "main.js" } },
      },
    });
    // For browsers it finds the module by itself.
    if (platform === "node") await copyWasm(dir, out);
  },

  async webpack(dir, { entry, out, platform }) {
    const compiler = webpack({
      mode: "production",
      context: dir,
      entry: join(dir, entry),
      output: { path: out, filename: "main.js", module: true },
      experiments: { outputModule: true },
      target: platform === "node" ? "node20" : "web",
      performance: false,
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, stats) => (error ? reject(error) : resolve(stats))),
    );
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
  },

  async rollup(dir, { entry, out, platform }) {
    const bundle = await rollup({
      input: join(dir, entry),
      plugins: [nodeResolve({ browser: platform === "browser" }), importMetaAssets()],
      external: (name) => name.startsWith("node:") || builtinModules.includes(name),
      logLevel: "silent",
    });
    await bundle.write({ dir: out, entryFileNames: "main.js" });
    await bundle.close();
  },

  async esbuild(dir, { entry, out, platform, file = "main.js" }) {
    await esbuild({
      entryPoints: [join(dir, entry)],
      outfile: join(out, file),
      bundle: true,
      format: "esm",
      platform,
      logLevel: "silent",
    });
    await copyWasm(dir, out);
  },
};
