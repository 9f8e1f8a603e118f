import { report, reserve } from "../wasm/twochannel.js";
import { Staging } from "./staging.js";
import { createWalker } from "./walker.js";

/** What is staged from the start: enough that most values need no more. */
const FIRST_WORDS = 2 ** 13;
const FIRST_BYTES = 2 ** 16;

let running = null;

/** Called by the entry points once the WebAssembly module is there. */
export function start(memory) {
  reserve(FIRST_WORDS, FIRST_BYTES);
  const staging = new Staging(memory, { report, reserve });
  running = { staging, walker: createWalker(staging) };
}

/** Whether the module is there. */
export function isRunning() {
  return running !== null;
}

/** The memory shared with the core and the walker that writes to it. */
export function engine() {
  if (running === null) {
    throw new Error("twochannel is not ready: await init() first");
  }
  return running;
}
