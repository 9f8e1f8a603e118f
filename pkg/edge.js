/** The entry for edge runtimes that import a WebAssembly file as a compiled module. */

import { start } from "./lib/engine.js";
import { initSync } from "./wasm/twochannel.js";
import module from "./wasm/twochannel_bg.wasm";

export * from "./lib/api.js";

start(initSync({ module }).memory);

/** Nothing to wait for here: for code that runs in browsers, too. */
export async function init() {}
