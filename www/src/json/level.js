/** Reads one level of valid JSON: what a container holds, by place, and nothing below. */

const STRING = /"(?:[^"\\]|\\.)*"/y;
const WORD = /[^\s{}[\],:"]+/y;
const SPACE = /\s*/y;

/** Where the value that starts at `from` ends. */
export function end(text, from) {
  const first = text[from];
  if (first !== "{" && first !== "[") return behind(first === '"' ? STRING : WORD, text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) at = behind(STRING, text, at) - 1;
    else if (sign === 0x7b || sign === 0x5b) depth++;
    else if ((sign === 0x7d || sign === 0x5d) && --depth === 0) return at + 1;
  }
  return text.length;
}

/**
 * The members or items of the container that starts at `from`.
 *
 * @returns {{ key: string | null, from: number, to: number }[]}
 */
export function children(text, from) {
  const isObject = text[from] === "{";
  const found = [];
  let at = behind(SPACE, text, from + 1);
  while (at < text.length && text[at] !== "}" && text[at] !== "]") {
    let key = null;
    if (isObject) {
      const to = behind(STRING, text, at);
      key = JSON.parse(text.slice(at, to));
      at = behind(SPACE, text, to) + 1;
      at = behind(SPACE, text, at);
    }
    const to = end(text, at);
    found.push({ key, from: at, to });
    at = behind(SPACE, text, to);
    if (text[at] === ",") at = behind(SPACE, text, at + 1);
  }
  return found;
}

/** The text of a member of an object, or null. */
export function member(text, name) {
  const found = children(text, 0).findLast((child) => child.key === name);
  return found === undefined ? null : text.slice(found.from, found.to);
}

function behind(pattern, text, from) {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 1);
}
