/** The entry for Node and its like: ready at import. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { start } from "./lib/engine.js";
import { initSync } from "./wasm/twochannel.js";

export * from "./lib/api.js";

start(initSync({ module: readModule() }).memory);

/** Nothing to wait for here: for code that runs in browsers, too. */
export async function init() {}

/** The WebAssembly module: beside this file, or, for a bundle, in the installed package. */
function readModule() {
  const tries = [
    () => new URL("./wasm/twochannel_bg.wasm", import.meta.url),
    () => createRequire(import.meta.url).resolve("twochannel/twochannel_bg.wasm"),
    () => createRequire(`${process.cwd()}/`).resolve("twochannel/twochannel_bg.wasm"),
  ];
  for (const where of tries) {
    try {
      return readFileSync(where());
    } catch {
      // On to the next place.
    }
  }
  throw new Error(
    "twochannel: wasm/twochannel_bg.wasm is missing; copy it from the package to the folder of the bundle, or leave the package out of the bundle",
  );
}
