/** The bytes of a WebAssembly module that a bundle carries as base64. */
export function inlined(base64) {
  if (typeof Buffer === "function") return Buffer.from(base64, "base64");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
