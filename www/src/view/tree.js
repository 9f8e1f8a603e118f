/** JSON as a tree that opens level by level, so that size and depth do not matter. Digits stay. */

import { children } from "../json/level.js";
import { fill, h } from "./dom.js";

/** How many members are shown before a button shows more. */
const PAGE = 100;
/** How many characters of a string are shown. */
const LONGEST = 600;
/** Containers up to this many characters are open from the start, down to this depth. */
const OPEN = 1500;
const DEEPEST = 6;

/** @param {string} text valid JSON */
export function tree(text) {
  return h("ul.tree", {}, row(text, null, 0, text.length, 0));
}

function row(text, key, from, to, depth) {
  const name = key === null ? null : h("span.name", {}, key);
  const sign = text[from];
  if (sign !== "{" && sign !== "[") return h("li", {}, name, scalar(text.slice(from, to)));
  const inner = children(text, from);
  const [one, many] = sign === "{" ? ["member", "members"] : ["item", "items"];
  const size = `${inner.length} ${inner.length === 1 ? one : many}`;
  if (inner.length === 0) return h("li", {}, name, h("span.size", {}, sign === "{" ? "{}" : "[]"));
  const list = h("ul");
  const details = h("details", {}, h("summary", {}, name, h("span.size", {}, size)), list);
  const show = () => {
    if (list.childElementCount === 0) more(text, inner, 0, list, depth, sign === "[");
  };
  details.addEventListener("toggle", show);
  if (depth === 0 || (depth < DEEPEST && to - from <= OPEN)) {
    show();
    details.open = true;
  }
  return h("li", {}, details);
}

function more(text, inner, first, list, depth, isArray) {
  for (const [index, child] of inner.slice(first, first + PAGE).entries()) {
    const key = isArray ? String(first + index) : child.key;
    list.append(row(text, key, child.from, child.to, depth + 1));
  }
  const left = inner.length - first - PAGE;
  if (left <= 0) return;
  const button = h("button.quiet", { type: "button" }, `Show ${Math.min(left, PAGE)} of ${left} more`);
  const last = h("li", {}, button);
  button.addEventListener("click", () => {
    last.remove();
    more(text, inner, first + PAGE, list, depth, isArray);
  });
  list.append(last);
}

function scalar(json) {
  if (!json.startsWith('"')) return h(`span.${/^[tfn]/.test(json) ? "word" : "number"}`, {}, json);
  const text = JSON.parse(json);
  if (text.length <= LONGEST) return h("span.string", {}, text === "" ? '""' : text);
  const span = h("span.string", {}, `${text.slice(0, LONGEST)}…`);
  const button = h("button.quiet", { type: "button" }, `all ${text.length.toLocaleString("en")} characters`);
  button.addEventListener("click", () => {
    fill(span, text);
    button.remove();
  });
  return h("span", {}, span, " ", button);
}
