// The instance of the WebAssembly module, which the package keeps to itself. To be imported before it.

let latest;

/** The instance that was made last. After a trap the package makes another one. */
export const instance = () => latest;

/** Its memory. */
export const wasmMemory = () => new Uint8Array(latest.exports.memory.buffer);

WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    latest = this;
  }
};
