// Every place that lists the members of a policy lists all of them, and no others.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { Converter } from "twochannel";

import { MEMBERS } from "../www/src/policy.js";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
const between = (text, start, end) => text.split(start)[1].split(end)[0];
const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

const PLACES = {
  "pkg/index.d.ts": (text) =>
    all(between(text, "export interface Policy {", "\n}"), /^ {2}(\w+)\?:/gm),
  "README.md": (text) => all(between(text, "## Policy", "## More"), /^\| `(\w+)` \|/gm),
  "www/src/policy.js": () => MEMBERS.map(({ name }) => name),
  "python/src/twochannel/_policy.py": (text) => all(text, /^ {4}(\w+): /gm).map(camelCase),
  // Python's integers have no limit.
  "python/README.md": (text) => [
    ...all(between(text, "keyword arguments in snake_case:", ".\n"), /`(\w+)`/g).map(camelCase),
    "unsafeIntegers",
  ],
};

describe("the policy's members", () => {
  const known = () => {
    try {
      new Converter(null, { "no such member": 1 });
    } catch (error) {
      return error.message.split("the members are ")[1].split(", ").sort();
    }
  };
  for (const [path, names] of Object.entries(PLACES)) {
    it(path, () => assert.deepEqual(names(read(path)).sort(), known()));
  }
});
