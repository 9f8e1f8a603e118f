// Laws for every schema and value, in JavaScript. FC_RUNS sets how many values are tried, and makes
// them other ones every time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import fc from "fast-check";
import { Converter } from "twochannel";

import { REVISIONS, ajvAccepts, protocolFaults } from "./support/judges.mjs";
import { survivesParsing } from "./support/vectors.mjs";

const decoder = new TextDecoder("utf-8", { fatal: true });
const runs = process.env.FC_RUNS ? { numRuns: Number(process.env.FC_RUNS) } : { numRuns: 300, seed: 7 };

/** A value with U+FFFD for surrogates that stand alone, as it is sent. */
function wellFormed(value) {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(Object.keys(value).map((name) => [name.toWellFormed(), wellFormed(value[name])]));
}

/** The answer of every method, which must be the same. */
function answer(converter, value) {
  const result = converter.convert(value);
  const bytes = decoder.decode(converter.convertToBytes(value));
  assert.equal(JSON.stringify(result), bytes);
  assert.equal(decoder.decode(converter.convertToBytes(value)), bytes);
  return result;
}

/**
 * Where ajv is known to answer differently: it skips the property `__proto__`, and its
 * `multipleOf` reads the quotient with `parseInt`, which ends at the exponent of large numbers.
 */
const unlikeAjv = (schema, value) =>
  schema.includes("__proto__") || (schema.includes("multipleOf") && value.includes("e+"));

describe("cases of the Rust tests", () => {
  // `cargo xtask test js` has them written.
  const file = process.env.TWOCHANNEL_CASES;
  const cases = readFileSync(file, "utf8").trimEnd().split("\n");

  it("have the same bytes, and ajv and the protocol agree", (context) => {
    let [fromValues, accepted] = [0, 0];
    for (const line of cases) {
      const { schema, published, policy, value: text, wire } = JSON.parse(line);
      if (!survivesParsing(schema)) continue;
      const converter = new Converter(JSON.parse(schema), policy);
      assert.equal(decoder.decode(converter.convertJson(text)), wire, line);
      assert.equal(JSON.stringify(converter.outputSchema), published ?? "null");
      const result = JSON.parse(wire);
      const faults = protocolFaults(result, policy.revision);
      assert.equal(faults, null, `${JSON.stringify(faults)} ${line}`);
      if (!survivesParsing(text)) continue;
      const value = JSON.parse(text);
      if (policy.validation === "strict") {
        assert.equal(JSON.stringify(answer(converter, value)), JSON.stringify(result), line);
        fromValues += 1;
      }
      const formats = policy.formats === "assert" && policy.validation === "strict";
      if (published && result.structuredContent !== undefined) {
        if (unlikeAjv(schema, text)) continue;
        assert.ok(ajvAccepts(converter.outputSchema, result.structuredContent, { formats }), line);
        accepted += 1;
      }
    }
    context.diagnostic(`${cases.length} cases, ${fromValues} from values, ${accepted} by ajv`);
    assert.ok(fromValues > cases.length / 4 && accepted > cases.length / 10);
  });

  it("are accepted by strict validation exactly where ajv accepts them", (context) => {
    let [same, accepted] = [0, 0];
    for (const line of cases) {
      const { schema, value: text, policy } = JSON.parse(line);
      if (!survivesParsing(text) || !survivesParsing(schema)) continue;
      if (unlikeAjv(schema, text)) continue;
      const value = JSON.parse(text);
      const formats = policy.formats;
      const converter = new Converter(JSON.parse(schema), { tool: "t", wrap: policy.wrap, formats, revision: "2026-07-28" });
      const data = converter.wrapped ? { result: value } : value;
      const verdict = ajvAccepts(converter.outputSchema, data, { formats: formats === "assert" });
      assert.equal(!converter.convert(value).isError, verdict, line);
      same += 1;
      accepted += verdict ? 1 : 0;
    }
    context.diagnostic(`${same} verdicts are the same, ${accepted} of them acceptance`);
    assert.ok(accepted > same / 4 && accepted < same);
  });
});

const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.constantFrom(0, 0x22, 0x5c, 0x41, 0xe9, 0x2028, 0x2029, 0xd83c, 0xdf0a, 0xfeff, 0xfffd),
);
/** Strings with everything that UTF-16 can hold, halves of pairs included. */
const string = fc.oneof(
  fc.array(unit, { maxLength: 70 }).map((units) => String.fromCharCode(...units)),
  fc.string({ maxLength: 60 }),
);
const key = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "toString", "10", "9", "-1", "01", "", "type"),
  // Two names with different halves of pairs would be sent as the same name.
  string.map((name) => name.toWellFormed()),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1, 2 ** 53, 1e21, 1e-7, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    string,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map(fromEntries),
  ),
}));

/** `Object.fromEntries`, now and then without a prototype. */
function fromEntries(entries) {
  const object = entries.length % 2 ? {} : Object.create(null);
  for (const [name, member] of entries) {
    // An assignment to `__proto__` would make no member of it.
    Object.defineProperty(object, name, {
      value: member,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}

/** A schema that a value keeps to; how closely it describes it is drawn. */
function describing(value, loose) {
  if (loose() < 1) return {};
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) {
    const items = value.map((item) => describing(item, loose));
    if (loose() < 4) return { type: "array", items: { anyOf: [...items, { type: "null" }] } };
    return items.length ? { type: "array", prefixItems: items, items: false } : { type: "array" };
  }
  if (typeof value === "object") {
    const names = Object.keys(value);
    const properties = fromEntries(names.map((name) => [name, describing(value[name], loose)]));
    return { type: "object", properties, required: names, additionalProperties: loose() < 5 };
  }
  if (typeof value === "string") return { type: "string", maxLength: value.length };
  if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
  return { const: value };
}

const pair = fc.tuple(value, value, fc.infiniteStream(fc.nat(9)), fc.boolean()).map(
  ([own, other, stream, isOwn]) => {
    const schema = describing(own, () => stream.next().value);
    return { schema, value: isOwn ? own : other };
  },
);

function deepFreeze(value) {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

describe("for every value", () => {
  it("all methods answer the same, leave it alone, and ajv agrees", () => {
    const property = fc.property(pair, fc.constantFrom(...REVISIONS), ({ schema, value }, revision) => {
      const converter = new Converter(schema, { tool: "t", revision });
      const result = answer(converter, deepFreeze(value));
      const text = JSON.stringify(value);
      assert.equal(decoder.decode(converter.convertJson(text)), JSON.stringify(result));
      const faults = protocolFaults(result, revision);
      assert.equal(faults, null);
      if (unlikeAjv(JSON.stringify(schema), text)) return;
      const plain = wellFormed(value);
      const data = converter.wrapped ? { result: plain } : plain;
      const published = new Converter(schema, { tool: "t" });
      assert.equal(!result.isError, ajvAccepts(published.outputSchema, data));
      const isWellFormed = JSON.stringify(plain) === text;
      if (result.structuredContent === undefined || !isWellFormed) return;
      const sent = converter.wrapped ? result.structuredContent.result : result.structuredContent;
      assert.ok(Object.is(sent, value), "it is the caller's own value");
    });
    fc.assert(property, runs);
  });

  it("errors without values tell none", () => {
    const marked = (value) => {
      if (typeof value === "string") return `SECRET${value}`;
      if (typeof value === "number") return 770077.25;
      if (Array.isArray(value)) return value.map(marked);
      if (typeof value !== "object" || value === null) return value;
      return fromEntries(Object.keys(value).map((name) => [name, marked(value[name])]));
    };
    const property = fc.property(pair, fc.constantFrom("named", "generic"), ({ schema, value }, errors) => {
      const converter = new Converter(schema, { tool: "t", errors });
      const bad = [marked(value), () => "SECRET", 770077n, Symbol("SECRET"), 770077n * 2n ** 60n];
      for (const value of [bad[0], ...bad.map((value) => [value]), bad]) {
        const result = answer(converter, value);
        if (!result.isError) continue;
        const said = JSON.stringify(result);
        assert.ok(!said.includes("SECRET") && !said.includes("770077"), said);
        if (errors === "generic") assert.equal(result.content[0].text, "Error executing tool t");
      }
    });
    fc.assert(property, runs);
  });

  it("limits hold", () => {
    const property = fc.property(pair, fc.nat(600), ({ schema, value }, maxBytes) => {
      const free = new Converter(schema, { tool: "t" });
      const limited = new Converter(schema, { tool: "t", maxBytes });
      const size = free.convertToBytes(value).length;
      const result = answer(limited, value);
      if (size <= maxBytes) return assert.equal(JSON.stringify(result), JSON.stringify(free.convert(value)));
      const text = `Error executing tool t: the result has ${size} bytes, ${maxBytes} are allowed`;
      assert.deepEqual(result, { content: [{ type: "text", text }], isError: true });
    });
    fc.assert(property, runs);
  });
});
