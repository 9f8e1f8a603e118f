/** The entry for browsers: ready once `init` is. */

import { isRunning, start } from "./lib/engine.js";
import load from "./wasm/twochannel.js";

export * from "./lib/api.js";

let loading = null;

/**
 * Loads the WebAssembly module.
 *
 * @param {URL | string | Request | Response | BufferSource | WebAssembly.Module} [source] where
 *   from, or what; by default the file of the package
 */
export async function init(source) {
  if (isRunning()) return;
  // Spelled out for bundlers: this is how they find the file.
  const module_or_path = source ?? new URL("./wasm/twochannel_bg.wasm", import.meta.url);
  loading ??= load({ module_or_path }).then(({ memory }) => start(memory));
  try {
    await loading;
  } finally {
    loading = null;
  }
}
