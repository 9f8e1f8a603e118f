// Memory as the core has it, and a reader of the tapes that the walker writes there.

import { Names } from "../../pkg/lib/names.js";
import { Staging } from "../../pkg/lib/staging.js";
import { createWalker, HAS_UNSAFE_INTEGERS, IS_CONVERTED, STRINGS, Walk } from "../../pkg/lib/walker.js";

const REPORT = 16;
const WORDS = 1024;

/** WebAssembly memory ends at whole words. */
const roundedUp = (bytes) => (bytes + 7) & ~7;

/** A core that can do nothing but lend memory. It begins with room for few words. */
export class FakeCore {
  constructor(words = 64, bytes = 64) {
    this.memory = { buffer: new ArrayBuffer(WORDS + 8 * words + bytes) };
    this.capacity = { words, bytes };
    this.#report();
  }

  report() {
    return REPORT;
  }

  reserve(words, bytes) {
    const old = { buffer: this.memory.buffer, ...this.capacity };
    this.capacity = { words: Math.max(words, old.words), bytes: Math.max(roundedUp(bytes), old.bytes) };
    this.memory.buffer = new ArrayBuffer(WORDS + 8 * this.capacity.words + this.capacity.bytes);
    new Uint8Array(this.memory.buffer).set(new Uint8Array(old.buffer, 0, WORDS + 8 * old.words));
    const bytesOf = ({ buffer, words, bytes }) => new Uint8Array(buffer, WORDS + 8 * words, bytes);
    bytesOf({ ...this.memory, ...this.capacity }).set(bytesOf(old));
    // What WebAssembly does to a view when its memory grows.
    structuredClone(old.buffer, { transfer: [old.buffer] });
    this.#report();
    return true;
  }

  #report() {
    const { words, bytes } = this.capacity;
    new Uint32Array(this.memory.buffer, REPORT, 4).set([WORDS, words, WORDS + 8 * words, bytes]);
  }
}

/** Walks values as a converter does, and reads the tapes back. */
export class Reader {
  constructor({ known = ["known"], room = 8, maxDepth = 16, wrapper = 0, isBase64 = null } = {}) {
    this.core = new FakeCore();
    this.staging = new Staging(this.core.memory, this.core);
    this.walker = createWalker(this.staging);
    this.names = [...known];
    const learn = (name) => {
      if (this.names.length - known.length >= room) return -1;
      return this.names.push(name) - 1;
    };
    this.walk = new Walk(new Names(known, learn), maxDepth, wrapper, isBase64);
  }

  /** The value, after a walk and a reading of its tape. */
  read(value, strings = STRINGS.together) {
    this.written = { ...this.walker.walk(value, this.walk, strings) };
    this.isPlain = (this.written.flags & IS_CONVERTED) === 0;
    this.hasUnsafe = (this.written.flags & HAS_UNSAFE_INTEGERS) !== 0;
    this.text = new TextDecoder().decode(this.staging.bytes.subarray(0, this.written.bytes));
    const { buffer } = this.core.memory;
    this.words = new BigUint64Array(buffer, WORDS, this.written.words);
    this.doubles = new Float64Array(buffer, WORDS, this.written.words);
    this.at = 0;
    const read = this.#value();
    if (this.at !== this.written.words)
      throw new Error(`${this.at} of ${this.written.words} words`);
    return read;
  }

  #value() {
    const at = this.at++;
    const word = this.words[at];
    if (word < 0xfff8n << 48n) return this.doubles[at];
    switch (Number((word >> 48n) & 7n)) {
      case 0:
        return BigInt(this.#text(word));
      case 1:
        return null;
      case 2:
        return false;
      case 3:
        return true;
      case 4:
        return this.#text(word);
      case 5: {
        const items = this.#container(word, () => this.#value());
        return (word >> 32n) & 0xffffn ? new Set(items) : items;
      }
      case 6:
        return Object.fromEntries(this.#container(word, () => [this.#key(), this.#value()]));
      default:
        throw new Error("a key where a value should be");
    }
  }

  #container(word, read) {
    const end = Number(this.words[this.at++]);
    const parts = Array.from({ length: Number(word & 0xffffffffn) }, read);
    if (this.at !== end) throw new Error(`ends at ${this.at}, not at ${end}`);
    return parts;
  }

  #key() {
    const word = this.words[this.at++];
    const payload = Number(word & 0xffffffffn);
    if (word >> 48n !== 0xffffn) throw new Error("a member without a key");
    if (((word >> 32n) & 0xffffn) === 0n) return this.names[payload];
    return this.text.slice(payload, payload + Number(this.words[this.at++]));
  }

  #text(word) {
    const start = Number(word & 0xffffffffn);
    let length = Number((word >> 32n) & 0xffffn);
    if (length === 0xffff) length = Number(this.words[this.at++]);
    return this.text.slice(start, start + length);
  }
}
