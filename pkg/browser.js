/** The entry for browsers: ready once `init` is. */

import { isRunning, start } from "./lib/engine.js";
import load from "./wasm/twochannel.js";

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

/** The file beside this one. Spelled out for bundlers: this is how they find it. */
function loadOwn() {
  return load({ module_or_path: new URL("./wasm/twochannel_bg.wasm", import.meta.url) });
}
