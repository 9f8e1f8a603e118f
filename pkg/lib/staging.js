/** Texts up to this length cross character by character: cheaper than a call of the encoder. */
const SHORT = 48;

const encoder = new TextEncoder();

/** Where the report has what, in 32-bit numbers. `Report` in `src/ffi/js/staging.rs`. */
export const REPORT = {
  words: 0,
  wordsCapacity: 1,
  bytes: 2,
  bytesCapacity: 3,
  text: 4,
  textLength: 5,
  ends: 6,
  blocks: 7,
  textIsAscii: 8,
  data: 9,
  dataLength: 10,
  length: 11,
};

/**
 * The memory that this side and the core share: the words of a tape and the bytes behind it, which
 * are written here, and a report of where results are, which is written there.
 *
 * A view on wasm memory is dead once that memory has grown. `refresh` takes all of them anew.
 */
export class Staging {
  #core;
  #memory;
  #report;
  #addresses;

  /**
   * @param {WebAssembly.Memory} memory
   * @param {{ report(): number, reserve(words: number, bytes: number): boolean }} core
   */
  constructor(memory, core) {
    this.#core = core;
    this.#memory = memory;
    this.#report = core.report();
    /** Whether the text that was last written is nothing but ASCII. */
    this.isAscii = true;
    this.refresh();
  }

  /** Takes the views anew where wasm memory has grown or the staging area has moved. */
  refresh() {
    const { buffer } = this.#memory;
    const report = new Uint32Array(buffer, this.#report, REPORT.length);
    const words = report[REPORT.words];
    this.doubles = new Float64Array(buffer, words, report[REPORT.wordsCapacity]);
    this.halves = new Uint32Array(buffer, words, 2 * report[REPORT.wordsCapacity]);
    this.bytes = new Uint8Array(buffer, report[REPORT.bytes], report[REPORT.bytesCapacity]);
    /** All of wasm memory, as 32-bit numbers and as bytes. */
    this.numbers = new Uint32Array(buffer);
    this.memory = typeof Buffer === "function" ? Buffer.from(buffer) : new Uint8Array(buffer);
    // Last: as long as it is stale, all of them are.
    this.report = report;
  }

  /** Whether the views died, because wasm memory has grown. */
  get isStale() {
    return this.report.length === 0;
  }

  /** Makes room for so many words and keeps those that are written; false where there is none. */
  growWords(words) {
    return this.#grow(words, 0);
  }

  /**
   * Writes a string to the bytes, as UTF-8, and notes whether it is ASCII. A lone surrogate becomes
   * U+FFFD.
   *
   * @returns {number} the number of bytes, or -1 where there is no room
   */
  writeText(text) {
    const units = text.length;
    if (units <= SHORT && this.#writeShort(text)) return units;
    const written = this.#encode(text, 0, units);
    this.isAscii = written === units;
    return written;
  }

  /** The same for a text in parts. The halves of a surrogate pair in two parts are lone ones. */
  writeParts(parts) {
    let left = 0;
    for (const part of parts) left += part.length;
    const units = left;
    let at = 0;
    for (const part of parts) {
      const written = this.#encode(part, at, left);
      if (written < 0) return -1;
      at += written;
      left -= part.length;
    }
    this.isAscii = at === units;
    return at;
  }

  /** Writes a text at a place; `left` is the number of UTF-16 units that are still to be written. */
  #encode(text, at, left) {
    if (at + left > this.bytes.length && !this.#grow(0, at + left)) return -1;
    const room = () => (at === 0 ? this.bytes : this.bytes.subarray(at));
    let { read, written } = encoder.encodeInto(text, room());
    if (read < text.length) {
      // A UTF-16 unit has at most three bytes.
      if (!this.#grow(0, at + 3 * left)) return -1;
      ({ written } = encoder.encodeInto(text, room()));
    }
    return written;
  }

  /** Writes a short ASCII text; false where it is none. */
  #writeShort(text) {
    const { length } = text;
    if (length > SHORT) return false;
    const { bytes } = this;
    let all = 0;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      all |= unit;
      bytes[index] = unit;
    }
    if (all < 128) this.isAscii = true;
    return all < 128;
  }

  /** Writes bytes that are text already. Their number, or -1 where there is no room. */
  writeBytes(bytes) {
    if (bytes.length > this.bytes.length && !this.#grow(0, bytes.length)) return -1;
    this.bytes.set(bytes);
    return bytes.length;
  }

  #grow(words, bytes) {
    if (words > 2 ** 28 || bytes > 2 ** 31) return false;
    const hasRoom = this.#core.reserve(words, bytes);
    this.refresh();
    return hasRoom;
  }
}
