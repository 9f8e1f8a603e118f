/** The permalink: all inputs in the hash, as `#1.` and base64url of deflated JSON. */

const VERSION = "1";
/** What a link may unpack to, in bytes. */
const LIMIT = 32 * 2 ** 20;

/** What is wrong with a link, in words for the reader. */
export class LinkError extends Error {}

export async function encode(state) {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const packed = await collect(json, new CompressionStream("deflate"), Infinity);
  return `${VERSION}.${toBase64(packed)}`;
}

/** @throws {LinkError} */
export async function decode(hash) {
  const [version, packed, ...more] = hash.split(".");
  if (packed === undefined || more.length > 0 || !/^\d+$/.test(version)) {
    throw new LinkError("This link is not one of the playground's, or was cut short.");
  }
  if (version !== VERSION) {
    throw new LinkError(`This link is of version ${version}; this page knows version ${VERSION}.`);
  }
  let state;
  try {
    const bytes = await collect(fromBase64(packed), new DecompressionStream("deflate"), LIMIT);
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("This link is damaged, probably cut short on its way.");
  }
  return checked(state);
}

function checked(state) {
  const texts = ["value", "schema", "policy"];
  const isObject = typeof state === "object" && state !== null;
  if (!isObject || !texts.every((name) => typeof state[name] === "string")) {
    throw new LinkError("This link holds something else than a value, a schema and a policy.");
  }
  const call = typeof state.call === "object" && state.call !== null ? state.call : {};
  return {
    value: state.value,
    schema: state.schema,
    policy: state.policy,
    chosen: Number.isInteger(state.chosen) ? state.chosen : 0,
    call: {
      ready: call.ready === true,
      text: typeof call.text === "string" ? call.text : "",
      meta: typeof call.meta === "string" ? call.meta : "",
    },
  };
}

async function collect(bytes, stream, limit) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {});
  const chunks = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new LinkError("This link unpacks to more than this page takes.");
    }
    chunks.push(value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toBase64(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
