// Imported before the package: keeps the memory of what is instantiated, so that it can be spoilt.

const { Instance, instantiateStreaming, instantiate } = WebAssembly;
let memory;

function seen(instance) {
  memory = instance.exports.memory ?? memory;
  return instance;
}

WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args) => seen(Reflect.construct(target, args)),
});
for (const [name, original] of Object.entries({ instantiateStreaming, instantiate })) {
  WebAssembly[name] = async (...args) => {
    const made = await original.apply(WebAssembly, args);
    seen(made.instance ?? made);
    return made;
  };
}

/** Makes the module trap in the next call: what it believes to be addresses is none. */
export function breakModule() {
  new Uint8Array(memory.buffer).fill(0xff);
}
