/** What the walker does with objects that are neither plain objects nor plain arrays. */

import { Problem } from "./problem.js";

const toStringTag = Object.prototype.toString;
const mapEntries = Map.prototype.entries;
const setValues = Set.prototype.values;
const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
).get;

/** The slot of a boxed primitive can be read by one of these alone. */
const unboxers = [
  [Number, Number.prototype.valueOf, (value) => Number(value)],
  [String, String.prototype.valueOf, (value) => String(value)],
  [Boolean, Boolean.prototype.valueOf, (value) => Boolean.prototype.valueOf.call(value)],
  [BigInt, BigInt.prototype.valueOf, (value) => BigInt.prototype.valueOf.call(value)],
];

/** Whether `method` accepts `value` as its `this`: prototypes and tags can be faked. */
function accepts(method, value) {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The kind of an object that is not plain.
 *
 * @returns {"bytes" | "numbers" | "map" | "set" | "boxed" | "promise" | "object"}
 */
export function kindOf(value) {
  if (ArrayBuffer.isView(value)) {
    const name = typedArrayTag.call(value);
    // `undefined`: a DataView.
    return name === undefined || name.startsWith("Uint8") ? "bytes" : "numbers";
  }
  // Objects of another realm have the same tags, and other prototypes.
  switch (toStringTag.call(value)) {
    case "[object Map]":
      return accepts(mapEntries, value) ? "map" : "object";
    case "[object Set]":
      return accepts(setValues, value) ? "set" : "object";
    case "[object ArrayBuffer]":
    case "[object SharedArrayBuffer]":
      return isBuffer(value) ? "bytes" : "object";
    case "[object Number]":
    case "[object String]":
    case "[object Boolean]":
    case "[object BigInt]":
      return unboxers.some(([, slot]) => accepts(slot, value)) ? "boxed" : "object";
    case "[object Promise]":
      return value instanceof Promise ? "promise" : "object";
    default:
      return "object";
  }
}

function isBuffer(value) {
  try {
    return new Uint8Array(value).buffer === value;
  } catch {
    return false;
  }
}

/** The primitive in a boxed one, as `JSON.stringify` takes it out. */
export function unbox(value) {
  const [, , read] = unboxers.find(([, slot]) => accepts(slot, value));
  return read(value);
}

/** The members of a Map, in its order, with names as well-formed strings. */
export function membersOf(map) {
  // A copy: reading a value may run code that adds entries.
  const members = new Map();
  for (const [key, value] of Array.from(mapEntries.call(map))) {
    if (typeof key === "symbol" || (typeof key === "object" && key !== null)) {
      throw new Problem("a Map with a key that is no string, number or boolean");
    }
    const name = String(key).toWellFormed();
    if (members.has(name)) {
      throw new Problem("a Map with two keys that have the same name", name);
    }
    members.set(name, value);
  }
  return members;
}

/** The items of a Set. */
export function itemsOf(set) {
  return Array.from(setValues.call(set));
}

/** The bytes of a view or a buffer, not copied. */
export function bytesOf(value) {
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return new Uint8Array(value);
}

/** Bytes as the text that they are in UTF-8. */
export function utf8Of(bytes) {
  try {
    // `slice`: a decoder takes no shared memory.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.slice());
  } catch {
    throw new Problem(
      'bytes that are no UTF-8 text; where the schema has `contentEncoding: "base64"` they are' +
        " sent as base64",
    );
  }
}

/** Bytes in base64. */
export function base64Of(bytes) {
  if (typeof Buffer === "function") {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  }
  let binary = "";
  for (let from = 0; from < bytes.length; from += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  }
  return btoa(binary);
}
