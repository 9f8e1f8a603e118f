import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { presets } from "../presets.mjs";
import { run } from "../src/convert.js";
import { diff } from "../src/diff.js";
import { at, ruleOf } from "../src/rules.js";

const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const convert = (value, schema, policy = {}, call = {}, chosen = 0) =>
  run({ value: text(value), schema: text(schema), policy: text(policy), call, chosen });

const forecast = {
  type: "array",
  items: { $ref: "#/$defs/Day" },
  $defs: {
    Day: {
      type: "object",
      properties: { day: { type: "string" }, celsius: { type: "number", minimum: -90 } },
      required: ["day", "celsius"],
      additionalProperties: false,
    },
  },
};

test("a value goes into both channels, with every digit", () => {
  const output = convert("[12345678901234567890, 1.0]", { type: "array" }, { tool: "t" });
  assert.equal(output.data, '{"result":[12345678901234567890,1.0]}');
  assert.deepEqual(output.content.map((block) => block.text), ["12345678901234567890", "1.0"]);
  assert.equal(output.sizes.wire, Buffer.byteLength(`{"jsonrpc":"2.0","id":1,"result":${output.wire}}`));
  assert.deepEqual([output.isError, output.wrapped, output.faults], [false, true, []]);
});

test("issues point into the value and into the schema", () => {
  const value = '[{"day": "😀", "celsius": -120}, {"day": 7, "celsius": 1, "x": 2}, {"celsius": 3}]';
  const schema = JSON.stringify(forecast);
  const { issues } = convert(value, schema);
  const shown = issues.map((issue) => [
    issue.code,
    value.slice(issue.value.from, issue.value.to),
    issue.schemaPointer,
    schema.slice(issue.rule.from, issue.rule.to),
  ]);
  assert.deepEqual(shown, [
    ["greater_than_equal", "-120", "/$defs/Day/properties/celsius/minimum", '"minimum":-90'],
    ["string_type", "7", "/$defs/Day/properties/day/type", '"type":"string"'],
    ["extra_forbidden", '"x"', "/$defs/Day/additionalProperties", '"additionalProperties":false'],
    ["missing", "{", "/$defs/Day/required/0", '"day"'],
  ]);
});

test("half-typed values are read as far as they go", () => {
  const output = convert('[{"day": "Monday", "celsius": "wa', forecast);
  assert.deepEqual(output.faults.map(({ where, at }) => [where, at]), [["value", 30]]);
  assert.equal(output.issues[0].code, "float_parsing");
  assert.deepEqual(output.issues[0].value, { from: 30, to: 33 });
});

test("whatever is pasted as a schema, the schema is found in it", () => {
  const tool = { name: "days", inputSchema: { type: "object" }, outputSchema: { type: "object", required: ["a"] } };
  const answer = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "other", inputSchema: {} }, tool] } };
  const output = convert({}, answer, {}, {}, 1);
  assert.deepEqual(output.tools, ["other", "days"]);
  assert.equal(output.issues[0].schemaPointer, "/result/tools/1/outputSchema/required/0");
  assert.match(output.content[0].text, /^Error executing tool days: /);
  assert.equal(output.note, "The outputSchema of days.");
  assert.match(convert({}, answer).note, /other declares no outputSchema/);
  assert.match(convert({}, { content: [] }).note, /It belongs into the value/);
});

test("a ready-made result is held against the schema", () => {
  const result = '{"content": [], "structuredContent": {"result": [1, "x"]}}';
  const output = convert(result, { type: "array", items: { type: "integer" } }, {}, { ready: true });
  const [issue] = output.issues;
  assert.equal(result.slice(issue.value.from, issue.value.to), '"x"');
  assert.equal(issue.schemaPointer, "/items/type");
});

test("a schema that no converter can be made from is refused at its place", () => {
  const schema = '{"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}';
  const { refusal, advice, wire } = convert({}, schema);
  assert.match(refusal.message, /^Tool tool: return schema at \/properties\/a\/\$ref: /);
  assert.equal(schema.slice(refusal.rule.from, refusal.rule.to), '"$ref": "https://example.com/a.json"');
  assert.deepEqual(advice.map(({ code }) => code), ["remote-ref"]);
  assert.equal(wire, null);
  assert.equal(convert({}, {}, { ident: 2 }).refusal.pointer, null);
});

test("rules are found through unions, references and patterns", () => {
  const issue = (path, pointer, code, message = "") => ({ path, pointer, code, message });
  const union = { anyOf: [{ type: "string" }, { type: "object", title: "Cat", properties: { lives: { type: "integer" } } }] };
  assert.equal(ruleOf(union, issue(["Cat", "lives"], "/lives", "int_type")), "/anyOf/1/properties/lives/type");
  assert.equal(ruleOf(union, issue(["str"], "", "string_type")), "/anyOf/0/type");
  const tree = { properties: { children: { items: { $ref: "#" } }, n: { multipleOf: 2 } } };
  assert.equal(ruleOf(tree, issue(["children", 0, "n"], "/children/0/n", "multiple_of")), "/properties/n/multipleOf");
  const pattern = { patternProperties: { "^x-": { maxLength: 1 } }, additionalProperties: { type: "null" } };
  assert.equal(ruleOf(pattern, issue(["x-a"], "/x-a", "string_too_long")), "/patternProperties/^x-/maxLength");
  const tuple = { prefixItems: [{}, { format: "date" }], uniqueItems: true };
  assert.equal(ruleOf(tuple, issue([1], "/1", "date_from_datetime_parsing")), "/prefixItems/1/format");
  assert.equal(ruleOf(tuple, issue([], "", "value_error", "list items should be unique")), "/uniqueItems");
  assert.equal(ruleOf({ $ref: "#" }, issue(["a"], "/a", "missing")), "");
});

test("every example runs, and its rules are in its schema", () => {
  const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const all = presets(JSON.parse(read("../presets/reference.json")), read("../../tests/vectors/reports.jsonl"));
  assert.ok(all.length > 70);
  for (const { title, state } of all) {
    const { call } = state;
    const options = { ready: call.ready, ...(call.text && { text: call.text }), ...(call.meta && { meta: JSON.parse(call.meta) }) };
    const output = run({ ...state, call: options });
    assert.deepEqual(output.faults, [], title);
    assert.ok(output.wire !== null || output.refusal !== null, title);
    for (const issue of output.issues) {
      assert.notEqual(at(JSON.parse(state.schema), issue.schemaPointer), undefined, `${title}: ${issue.schemaPointer}`);
    }
  }
});

test("a comparison ignores indentation and commas", () => {
  const lines = diff('{\n  "a": 1,\n  "b": 2\n}', '{\n  "x": {\n    "a": 1\n  },\n  "b": 2\n}');
  assert.deepEqual(
    lines.filter(({ sign }) => sign !== " ").map(({ sign, text }) => sign + text),
    ['+  "x": {', "+  },"],
  );
});
