import assert from "node:assert/strict";
import { test } from "node:test";
import { lint, SchemaError } from "twochannel";

const codes = (findings) => findings.map((finding) => finding.code);

test("advice has a place, a sentence and a reason", () => {
  const schema = { type: "object", properties: { id: { type: "string", format: "ulid" } } };
  const findings = lint(schema, { tool: undefined });
  assert.equal(findings.length, 1);
  const [{ code, pointer, message, reason }] = findings;
  assert.deepEqual([code, pointer], ["uncommon-format", "/properties/id/format"]);
  assert.equal(message, "The format `ulid` is Zod's.");
  assert.match(reason, /^JSON Schema does not have it/);
});

test("a value shows more than its schema", () => {
  const schema = { type: "object" };
  assert.deepEqual(codes(lint(schema)), []);
  assert.deepEqual(codes(lint(schema, {}, { raw: '{"a":1}' })), ["json-in-string"]);
});

test("a value that is not to be had as JSON shows nothing", () => {
  let deep = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const circle = {};
  circle.self = circle;
  for (const value of [deep, circle, 1n, JSON.parse("[".repeat(400) + "]".repeat(400))]) {
    assert.deepEqual(lint({ type: "object" }, {}, value), []);
  }
});

test("a policy that cannot serve is refused", () => {
  assert.throws(() => lint({}, { indent: 9, tool: "t" }), (error) => {
    assert.ok(error instanceof SchemaError);
    assert.equal(error.message, "Tool t: policy member `indent`: 9 is more than 8");
    return true;
  });
});
