/** Results of the core, read out of wasm memory. */

import { REPORT } from "./staging.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Node's own decoders read a part of a buffer without a view on it. */
const hasSlices =
  typeof Buffer === "function" && typeof Buffer.prototype.latin1Slice === "function";

/** An entry of `ends` that is marked so belongs to a content block as JSON, not to a text. */
const IS_BLOCK = 0x80000000;

function textAt(staging, start, length, isAscii) {
  const { memory } = staging;
  if (hasSlices) {
    return isAscii
      ? memory.latin1Slice(start, start + length)
      : memory.utf8Slice(start, start + length);
  }
  return decoder.decode(memory.subarray(start, start + length));
}

/** The text of the report: all blocks, one after another. */
export function reportedText(staging) {
  const { report } = staging;
  return textAt(
    staging,
    report[REPORT.text],
    report[REPORT.textLength],
    report[REPORT.textIsAscii] === 1,
  );
}

/** The content blocks of the report. One decode for all of them. */
export function reportedContent(staging) {
  const { report } = staging;
  const count = report[REPORT.blocks];
  if (count === 0) return [];
  const all = reportedText(staging);
  const ends = report[REPORT.ends] >>> 2;
  const { numbers } = staging;
  const content = new Array(count);
  let start = 0;
  for (let index = 0; index < count; index++) {
    const entry = numbers[ends + index];
    const end = entry & ~IS_BLOCK;
    const text = count === 1 ? all : all.slice(start, end);
    content[index] = entry >= IS_BLOCK ? JSON.parse(text) : { type: "text", text };
    start = end;
  }
  return content;
}

/** The data of the report, as JSON bytes that are the caller's to keep. */
export function reportedBytes(staging) {
  const { report, memory } = staging;
  const length = report[REPORT.dataLength];
  const view = new Uint8Array(memory.buffer, report[REPORT.data], length);
  if (typeof Buffer !== "function") return view.slice();
  // Less than `Buffer.from`, which looks at what it is given first.
  const copy = Buffer.allocUnsafe(length);
  copy.set(view);
  return copy;
}

/** The data of the report, as a value. */
export function reportedValue(staging) {
  const { report } = staging;
  return JSON.parse(textAt(staging, report[REPORT.data], report[REPORT.dataLength], false));
}
