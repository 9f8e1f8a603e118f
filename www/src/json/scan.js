/**
 * Reads JSON that may be half-typed: says where everything stands, what is wrong first, and what the
 * text would be if it were finished. It never recurses, so depth does not matter.
 */

import { end } from "./level.js";

/**
 * @typedef {object} Node
 * @property {"object" | "array" | "string" | "literal"} kind
 * @property {number} from the first character
 * @property {number} to behind the last character
 * @property {number} keyFrom where the member's name starts; -1 for items
 * @property {number} keyTo
 * @property {Map<string, Node> | Node[] | null} inner members, items
 */

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\n\r]|\\[^\n\r])*/y;
const WORD = /[^\s,:{}[\]"]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_START = /^-?(?:0|[1-9]\d*)(?:\.\d+)?/;
const NAMES = ["true", "false", "null"];

/** @returns {{ root: Node | null, fault: { at: number, message: string } | null, finished: string }} */
export function scan(text) {
  const out = [];
  const stack = [];
  let root = null;
  let fault = null;
  let at = 0;

  const blame = (place, message) => {
    fault ??= { at: place, message };
  };
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? "";
  };
  /** Puts a value where one may stand. */
  const place = (node, printed) => {
    const frame = stack.at(-1);
    if (frame === undefined) {
      if (root !== null) return blame(node.from, "there is more after the end of the value");
      root = node;
      out.push(printed);
      return true;
    }
    if (frame.state === "after") {
      blame(node.from, "a comma is missing");
      frame.state = "value";
    }
    const comma = frame.count > 0 ? "," : "";
    if (frame.node.kind === "array") {
      frame.node.inner.push(node);
      out.push(comma, printed);
    } else {
      if (frame.key === null) return blame(node.from, "a member's name in double quotes is missing");
      if (frame.state === "colon") blame(node.from, "a colon is missing");
      Object.assign(node, { keyFrom: frame.keyFrom, keyTo: frame.keyTo });
      frame.node.inner.set(frame.key, node);
      out.push(comma, JSON.stringify(frame.key), ":", printed);
      frame.key = null;
    }
    frame.count++;
    frame.state = "after";
    frame.comma = -1;
    return true;
  };
  const close = (to) => {
    const { node } = stack.pop();
    node.to = to;
    out.push(node.kind === "object" ? "}" : "]");
  };

  for (;;) {
    at += match(SPACE).length;
    if (at >= text.length) break;
    const frame = stack.at(-1);
    const from = at;
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      at++;
      const kind = sign === "{" ? "object" : "array";
      const node = newNode(kind, from, text.length);
      if (place(node, sign)) {
        stack.push({ node, key: null, keyFrom: -1, keyTo: -1, state: "first", count: 0, comma: -1 });
      } else {
        at = end(text, from);
      }
    } else if (sign === "}" || sign === "]") {
      at++;
      const kind = sign === "}" ? "object" : "array";
      const opened = stack.findLastIndex((open) => open.node.kind === kind);
      if (opened < 0) {
        blame(from, `nothing is open that \`${sign}\` closes`);
        continue;
      }
      while (stack.length - 1 > opened) {
        blame(from, `\`${stack.at(-1).node.kind === "object" ? "}" : "]"}\` is missing`);
        close(from);
      }
      const closing = stack[opened];
      if (closing.key !== null) blame(from, "the value of a member is missing");
      if (closing.comma >= 0) blame(closing.comma, "nothing follows this comma");
      close(at);
    } else if (sign === ",") {
      at++;
      if (frame === undefined) blame(from, "a comma outside of any list");
      else if (frame.state !== "after") blame(from, "a value is missing before this comma");
      if (frame) Object.assign(frame, { state: "value", key: null, comma: from });
    } else if (sign === ":") {
      at++;
      if (frame?.state === "colon") frame.state = "value";
      else blame(from, "a colon that belongs to no name");
    } else if (sign === '"') {
      const token = match(STRING);
      at += token.length;
      const isClosed = text[at] === '"';
      if (isClosed) at++;
      else blame(from, "this string does not end");
      const closed = wellFormed(isClosed ? `${token}"` : `${token.replace(/\\$/, "")}"`, () =>
        blame(from, "this string holds what JSON does not allow"),
      );
      const isName = frame?.node.kind === "object" && frame.key === null;
      if (isName) {
        if (frame.state === "after") blame(from, "a comma is missing");
        Object.assign(frame, { key: JSON.parse(closed), keyFrom: from, keyTo: at, state: "colon" });
      } else {
        place(newNode("string", from, at), closed);
      }
    } else {
      const word = match(WORD) || sign;
      at += word.length;
      const printed = literal(word);
      if (printed !== word) blame(from, `\`${word.slice(0, 40)}\` is not JSON`);
      place(newNode("literal", from, at), printed);
    }
  }
  if (stack.length > 0) blame(text.length, "the end is missing");
  while (stack.length > 0) close(text.length);
  if (root === null) blame(0, "there is no value");
  return { root, fault, finished: out.join("") };
}

function newNode(kind, from, to) {
  const inner = kind === "object" ? new Map() : kind === "array" ? [] : null;
  return { kind, from, to, keyFrom: -1, keyTo: -1, inner };
}

/** The string itself, or the part of it that is one. */
function wellFormed(quoted, blame) {
  try {
    JSON.parse(quoted);
    return quoted;
  } catch {
    blame();
    const plain = quoted.slice(1, -1).replace(/\\(?:u[\da-fA-F]{0,3}$|[^"\\/bfnrtu])/g, "");
    try {
      return JSON.stringify(JSON.parse(`"${plain}"`));
    } catch {
      return JSON.stringify(plain);
    }
  }
}

/** The number or name that a word is, or becomes. */
function literal(word) {
  if (NUMBER.test(word)) return word;
  const name = NAMES.find((name) => name.startsWith(word));
  return name ?? NUMBER_START.exec(word)?.[0] ?? "null";
}

/** The node at a JSON Pointer, or the nearest one above it, with how much of the way was gone. */
export function find(root, pointer) {
  const tokens = pointer.split("/").slice(1).map(unescape);
  let node = root;
  let depth = 0;
  for (const token of tokens) {
    const next = node?.kind === "array" ? node.inner[token] : node?.inner?.get(token);
    if (next === undefined) break;
    node = next;
    depth++;
  }
  return { node, isExact: depth === tokens.length };
}

export function unescape(token) {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function escape(token) {
  return String(token).replaceAll("~", "~0").replaceAll("/", "~1");
}
