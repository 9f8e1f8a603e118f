/** The only scripts that this page starts by itself, for its Trusted Types policy. */

const SCRIPTS = ["worker.js", "tokens-worker.js"];

const policy = globalThis.trustedTypes?.createPolicy("playground", { createScriptURL: address });

/** The address of a worker's script. */
export function scriptAddress(name) {
  return policy ? policy.createScriptURL(name) : address(name);
}

function address(name) {
  if (!SCRIPTS.includes(name)) throw new TypeError(`${name} is no script of this page`);
  return new URL(name, document.baseURI).href;
}
