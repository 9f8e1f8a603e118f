/** The conversions of `run.mjs` in Chromium. Prints the same JSON object. */

import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { reportOfBrowser } from "../support/browser.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dir = await mkdtemp(join(tmpdir(), "twochannel-bench-"));
try {
  await build({
    stdin: {
      contents: `
        import { init } from "twochannel";
        import { measure } from "./conversions.mjs";
        const send = (body) => fetch("/report", { method: "POST", body: JSON.stringify(body) });
        const chromium = navigator.userAgent.match(/Chrome\\/([0-9]+)/)[1];
        init().then(() => send({ runtime: { chromium }, results: measure() }))
          .catch((error) => send({ error: error.stack }));`,
      resolveDir: here("."),
    },
    outfile: join(dir, "page.js"),
    bundle: true,
    format: "esm",
    logLevel: "silent",
  });
  await mkdir(join(dir, "wasm"));
  await cp(here("../../pkg/wasm/twochannel_bg.wasm"), join(dir, "wasm/twochannel_bg.wasm"));
  await writeFile(join(dir, "index.html"), `<!doctype html><script type="module" src="page.js"></script>`);
  const report = JSON.parse(await reportOfBrowser(dir));
  if (report.error) throw new Error(report.error);
  console.log(JSON.stringify(report));
} finally {
  await rm(dir, { recursive: true, force: true });
}
