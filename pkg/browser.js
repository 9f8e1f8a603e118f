/** The entry for browsers: ready once `init` is. */

import { isRunning, start } from "./lib/engine.js";
import { inlined } from "./lib/inlined.js";
import load, { initSync } from "./wasm/twochannel.js";

export * from "./lib/api.js";

let loading = null;

/**
 * Loads the WebAssembly module.
 *
 * @param {string | object} [source] what, or where from; by default the file of the package
 */
export async function init(source) {
  if (isRunning()) return;
  loading ??= source === undefined ? loadOwn() : load({ module_or_path: source });
  try {
    const { memory } = await loading;
    if (!isRunning()) start(memory);
  } finally {
    loading = null;
  }
}

/** The file beside this one, or, where a bundler left it behind, the copy that it took along. */
async function loadOwn() {
  try {
    // Spelled out for bundlers: this is how they find the file.
    return await load({ module_or_path: new URL("./wasm/twochannel_bg.wasm", import.meta.url) });
  } catch {
    const { default: base64 } = await import("./wasm/inline.js");
    return initSync({ module: inlined(base64) });
  }
}
