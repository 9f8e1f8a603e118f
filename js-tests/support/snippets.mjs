// Runs the JavaScript of a Markdown file's fenced blocks, and holds it to what it shows.
//
//     dice.convert([4]).content.length; // 1
//
// A comment behind an expression that starts like JSON is JSON, and equal to the expression's value,
// key order included; one that starts with the name of an error is what the expression throws. It may
// also stand on the lines below. What `console.log` prints stands below it to the letter. Any other
// comment is prose.

import assert from "node:assert/strict";
import { format } from "node:util";

import { parse } from "acorn";

/** The fenced blocks of one language: their code, and the line where it starts. */
export function fencedBlocks(markdown, language) {
  const blocks = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    if (!lines[at].startsWith("```")) continue;
    const info = lines[at].slice(3).trim();
    const start = at + 1;
    at = lines.indexOf("```", start);
    if (info === language) blocks.push({ code: lines.slice(start, at).join("\n"), line: start + 1 });
  }
  return blocks;
}

/** Runs one block, and gives the number of claims that it kept. */
export async function runSnippet(code) {
  let kept = 0;
  snippet.shows = async (expression, shown) => {
    await holds(expression, shown);
    kept += 1;
  };
  const prelude = `const {shows: __shows, console} = globalThis[Symbol.for("snippet")];`;
  const source = encodeURIComponent(prelude + instrument(code));
  await import(`data:text/javascript,${source}//${(snippet.count += 1)}`);
  return kept;
}

const printed = [];
const snippet = { count: 0, console: { log: (...words) => printed.push(format(...words)) } };
globalThis[Symbol.for("snippet")] = snippet;

/** The code with its imports resolved from here, and a call around each expression with a claim. */
function instrument(code) {
  let made = "";
  let done = 0;
  const put = (start, end, text) => {
    made += code.slice(done, start) + text;
    done = end;
  };
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  for (const node of tree.body) {
    if (node.type === "ImportDeclaration") {
      const url = JSON.stringify(import.meta.resolve(node.source.value));
      put(node.source.start, node.source.end, url);
    } else if (node.type === "ExpressionStatement") {
      const shown = claimOf(code.slice(node.start, node.end), code.slice(node.end));
      if (shown === undefined) continue;
      const { start, end } = node.expression;
      const text = code.slice(start, end);
      put(start, end, `await __shows(async () => (${text}), ${JSON.stringify(shown)})`);
    }
  }
  return made + code.slice(done);
}

const JSON_START = /^(?:[[{"]|-?\d|true\b|false\b|null\b)/;
const ERROR_START = /^[A-Z]\w*Error: /;

function claimOf(statement, after) {
  const [comment] = after.match(/^(?:[ \t]*\n?\/\/.*)*/);
  const lines = comment.split("\n").map((line) => line.replace(/^[ \t]*\/\/ ?/, ""));
  const [first, ...below] = lines;
  const shown = first.trim() === "" ? below : comment === "" ? [] : [first];
  if (statement.startsWith("console.log(")) {
    assert.notEqual(shown.length, 0, `what it prints is not shown: ${statement}`);
    return { printed: shown.join("\n") };
  }
  const text = shown.join("\n");
  if (ERROR_START.test(text)) return { error: text };
  return JSON_START.test(text) ? { json: text } : undefined;
}

async function holds(expression, shown) {
  if (shown.error !== undefined) {
    const told = await expression().then(
      () => "nothing was thrown",
      (error) => `${error.name}: ${error.message}`,
    );
    return assert.equal(told, shown.error);
  }
  printed.length = 0;
  const value = await expression();
  if (shown.printed !== undefined) return assert.equal(printed.join("\n"), shown.printed);
  assert.equal(JSON.stringify(value), JSON.stringify(read(shown.json)), `not ${shown.json}`);
}

function read(json) {
  try {
    return JSON.parse(json);
  } catch {
    return assert.fail(`this is not JSON: ${json}`);
  }
}
