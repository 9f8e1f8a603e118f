// The vector files of `tests/vectors/`.

import { readFileSync } from "node:fs";

/** The rows of one file. */
export function rows(file) {
  const url = new URL(`../../tests/vectors/${file}.jsonl`, import.meta.url);
  return readFileSync(url, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Whether JavaScript reads JSON text without losing anything of it: digits, members, their order. */
export function survivesParsing(json) {
  const compact = json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) =>
    string === undefined ? "" : JSON.stringify(JSON.parse(string)),
  );
  return JSON.stringify(JSON.parse(json)) === compact;
}
