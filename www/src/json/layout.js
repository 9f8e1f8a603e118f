/** Lays JSON out anew without reading a number: every literal stays as it is written. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Deeper levels are indented no further: indentation grows with the square of the depth. */
const DEEPEST = 100;

/** Valid JSON with line breaks; containers of scalars that fit into `width` stay on one line. */
export function pretty(text, width = 60) {
  const tokens = text.match(TOKEN) ?? [];
  const out = [];
  let depth = 0;
  const line = () => out.push("\n", "  ".repeat(Math.min(depth, DEEPEST)));
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === "{" || token === "[") {
      const flat = inOneLine(tokens, index, width);
      if (flat !== null) {
        out.push(flat.text);
        index = flat.last;
        continue;
      }
      depth++;
      out.push(token);
      line();
    } else if (token === "}" || token === "]") {
      depth--;
      line();
      out.push(token);
    } else if (token === ",") {
      out.push(token);
      line();
    } else {
      out.push(token === ":" ? ": " : token);
    }
  }
  return out.join("");
}

/** A container of scalars that fits into a line, and the index of its last token. */
function inOneLine(tokens, first, width) {
  const open = tokens[first];
  const close = open === "{" ? "}" : "]";
  let text = open;
  for (let index = first + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === close) {
      const isEmpty = index === first + 1;
      return { text: open === "{" && !isEmpty ? `{ ${text.slice(1)} }` : text + close, last: index };
    }
    if ("{[".includes(token)) return null;
    text += token === "," ? ", " : token === ":" ? ": " : token;
    if (text.length > width) return null;
  }
  return null;
}

/** Valid JSON without a space. */
export function compact(text) {
  return (text.match(TOKEN) ?? []).join("");
}
