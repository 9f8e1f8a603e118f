/** The entry for bundles that run on a server: ready at import, with no file beside them. */

import { start } from "./lib/engine.js";
import { inlined } from "./lib/inlined.js";
import base64 from "./wasm/inline.js";
import { initSync } from "./wasm/twochannel.js";

export * from "./lib/api.js";

start(initSync({ module: inlined(base64) }).memory);

/** Nothing to wait for here: for code that runs in browsers, too. */
export async function init() {}
