/** The worker: the wasm, and one run at a time. */

import { init } from "twochannel";
import { run, textsWithIndent } from "./convert.js";

self.onmessage = async ({ data: { id, job, module, input } }) => {
  try {
    if (job === "start") {
      await init(module);
      postMessage({ id, output: null });
    } else if (job === "run") {
      postMessage({ id, output: run(input) });
    } else {
      postMessage({ id, output: { 0: textsWithIndent(input, 0), 2: textsWithIndent(input, 2) } });
    }
  } catch (error) {
    // Whatever comes here is no answer to a value: the instance may be in any state.
    postMessage({ id, crash: `${error?.name ?? "Error"}: ${error?.message ?? error}` });
  }
};
