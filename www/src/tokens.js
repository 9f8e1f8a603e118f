/** Counts tokens off the main thread; the tokenizer is loaded by the first count. */

import { scriptAddress } from "./trusted.js";

let worker = null;
let nextId = 1;
const waiting = new Map();

/**
 * @param {(string | null)[]} texts
 * @returns {Promise<(number | null)[]>} rejected where the tokenizer cannot be loaded
 */
export function countTokens(texts) {
  worker ??= start();
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, texts });
  });
}

function start() {
  const started = new Worker(scriptAddress("tokens-worker.js"), { type: "module" });
  started.onmessage = ({ data: { id, counts } }) => {
    waiting.get(id)?.resolve(counts);
    waiting.delete(id);
  };
  started.onerror = (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error("the tokenizer could not be loaded"));
    waiting.clear();
    worker = null;
  };
  return started;
}
