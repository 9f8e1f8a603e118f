import assert from "node:assert/strict";
import { test } from "node:test";
import { find, scan } from "../src/json/scan.js";
import { children, end, member } from "../src/json/level.js";
import { compact, pretty } from "../src/json/layout.js";

const slice = (text, pointer) => {
  const { node } = find(scan(text).root, pointer);
  return text.slice(node.from, node.to);
};

test("valid JSON has places and no fault", () => {
  const text = '{"😀": [1, {"a/b": "x\\"}"}], "~": null, "n": -1.50e+3}';
  const { fault, finished } = scan(text);
  assert.equal(fault, null);
  assert.deepEqual(JSON.parse(finished), JSON.parse(text));
  assert.match(finished, /-1\.50e\+3/);
  assert.equal(slice(text, "/😀/1/a~1b"), '"x\\"}"');
  assert.equal(slice(text, "/~0"), "null");
  assert.equal(slice(text, ""), text);
});

test("a place that is missing leads to what it is missing from", () => {
  const { node, isExact } = find(scan('[{"a": 1}]').root, "/0/b");
  assert.deepEqual([isExact, node.from], [false, 1]);
});

test("half-typed JSON is finished, and its first fault is named", () => {
  const cases = [
    ["", "{}", 0, "there is no value"],
    ['{"a": 1', '{"a":1}', 7, "the end is missing"],
    ['{"a": 1,', '{"a":1}', 8, "the end is missing"],
    ['{"a": 1, }', '{"a":1}', 7, "nothing follows this comma"],
    ['{"a": 1, "b', '{"a":1}', 9, "this string does not end"],
    ['{"a": 1, "b": }', '{"a":1}', 14, "the value of a member is missing"],
    ['{"a": "Overc\n}', '{"a":"Overc"}', 6, "this string does not end"],
    ['{"a": "x\\', '{"a":"x"}', 6, "this string does not end"],
    ["[tru", "[true]", 1, "`tru` is not JSON"],
    ["[1., -]", "[1,null]", 1, "`1.` is not JSON"],
    ["[1 2]", "[1,2]", 3, "a comma is missing"],
    ["[[1}, 2]", "[[1,2]]", 3, "nothing is open that `}` closes"],
    ['{"a" 1}', '{"a":1}', 5, "a colon is missing"],
    ['{a: 1, "b": {"c": 2}}', '{"b":{"c":2}}', 1, "`a` is not JSON"],
    ['{"a": [1, {"b": 2]}', '{"a":[1,{"b":2}]}', 17, "`}` is missing"],
    ["1 2", "1", 2, "there is more after the end of the value"],
  ];
  for (const [text, finished, at, message] of cases) {
    const found = scan(text);
    if (text !== "") assert.equal(found.finished, finished, text);
    assert.deepEqual(found.fault, { at, message }, text);
  }
});

test("every beginning of a text can be read", () => {
  const text = '{"a": [1.5, "x\\u00e9\\n", true], "b": {"c": null, "d": -2e10}}';
  for (let length = 1; length <= text.length; length++) {
    assert.doesNotThrow(() => JSON.parse(scan(text.slice(0, length)).finished), text.slice(0, length));
  }
});

test("depth is no matter", () => {
  const depth = 100_000;
  const { fault, finished } = scan("[".repeat(depth));
  assert.equal(fault.message, "the end is missing");
  assert.equal(finished, "[".repeat(depth) + "]".repeat(depth));
  assert.equal(end("[".repeat(depth) + "]".repeat(depth), 0), 2 * depth);
});

test("one level is read and nothing below", () => {
  const text = ' {"a" : [1, {"b": "]"}] , "c\\"": -0.0} '.trim();
  assert.deepEqual(
    children(text, 0).map(({ key, from, to }) => [key, text.slice(from, to)]),
    [["a", '[1, {"b": "]"}]'], ['c"', "-0.0"]],
  );
  assert.equal(member('{"x": {"y": 1}, "x": 2}', "x"), "2");
  assert.deepEqual(children("[]", 0), []);
});

test("layouts keep every literal", () => {
  const text = '{"a":[1.0,12345678901234567890],"b":{"c":{"d":"\\u00e9, {x}"}},"e":{},"f":[]}';
  const laidOut = pretty(text);
  assert.equal(compact(laidOut), text);
  assert.match(laidOut, /^ {2}"a": \[1\.0, 12345678901234567890\],$/m);
});
