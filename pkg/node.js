/** The entry for Node and its like: ready at import. */

import { readFileSync } from "node:fs";
import { start } from "./lib/engine.js";
import { initSync } from "./wasm/twochannel.js";

export * from "./lib/api.js";

start(initSync({ module: readModule() }).memory);

/** Nothing to wait for here: for code that runs in browsers, too. */
export async function init() {}

function readModule() {
  try {
    return readFileSync(new URL("./wasm/twochannel_bg.wasm", import.meta.url));
  } catch (cause) {
    throw new Error(
      "twochannel: the file wasm/twochannel_bg.wasm is missing; copy it from the package to where the" +
        " bundle is, or leave the package out of the bundle",
      { cause },
    );
  }
}
