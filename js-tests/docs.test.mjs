// The JavaScript of the README and of docs/, run, and their links.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { fencedBlocks, runSnippet } from "./support/snippets.mjs";

const root = new URL("../", import.meta.url);
const guides = readdirSync(new URL("docs/", root)).filter((name) => name.endsWith(".md"));
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...guides.map((name) => `docs/${name}`)];

for (const name of pages) {
  const blocks = fencedBlocks(readFileSync(new URL(name, root), "utf8"), "js");
  if (blocks.length === 0) continue;
  describe(name, () => {
    for (const { code, line } of blocks) it(`line ${line}`, () => runSnippet(code));
  });
}

const LINK = /\]\(((?!https?:)[^)#]*)(?:#([^)]*))?\)/g;

/** The names by which GitHub's pages link to headings. */
function anchors(markdown) {
  const headings = markdown.replace(/^```.*?^```$/gms, "").matchAll(/^#+ (.*)$/gm);
  const name = (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
  return new Set([...headings].map(([, text]) => name(text)));
}

describe("links", () => {
  for (const page of pages) {
    it(page, () => {
      const at = new URL(page, root);
      for (const [link, path, anchor] of readFileSync(at, "utf8").matchAll(LINK)) {
        const target = path === "" ? at : new URL(path, at);
        assert.ok(existsSync(target), link);
        if (anchor === undefined) continue;
        assert.ok(anchors(readFileSync(target, "utf8")).has(anchor), link);
      }
    });
  }
});

describe("a snippet", () => {
  it("is held to what it shows", async () => {
    const kept = [
      "1 + 1; // 2",
      '({ a: [1] });\n// {\n//   "a": [1]\n// }',
      'console.log("a\\n  b");\n// a\n//   b',
      'null.a; // TypeError: Cannot read properties of null (reading \'a\')',
      'import { convertResult } from "twochannel";\nawait convertResult(1).isError; // false',
    ];
    for (const code of kept) assert.equal(await runSnippet(code), 1, code);
    assert.equal(await runSnippet("1 + 1; // two\n// 3\n"), 0);
  });

  it("fails where it shows something else", async () => {
    const broken = [
      "1 + 1; // 3",
      "({ a: 1, b: 2 }); // {\"b\": 2, \"a\": 1}",
      "[1]; // [1, …]",
      "[1];\n// [2]",
      'console.log("a");\n// b',
      'console.log("a");',
      "1; // TypeError: one",
      "null.a;",
    ];
    for (const code of broken) await assert.rejects(runSnippet(code), undefined, code);
  });
});
