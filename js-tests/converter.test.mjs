// The package's own API in Node: what each member gives.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { content, Converter, convertResult, init, SchemaError } from "twochannel";
import * as v from "valibot";
import { z } from "zod";

const Reading = {
  type: "object",
  title: "Reading",
  properties: { level: { type: "number" }, note: { type: "string" } },
  required: ["level"],
};
const text = (text) => ({ type: "text", text });
const parsed = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** The text of an error result, which has nothing but that. */
function errorOf(result) {
  assert.deepEqual(Object.keys(result), ["content", "isError"]);
  assert.equal(result.isError, true);
  assert.equal(result.content.length, 1);
  return result.content[0].text;
}

describe("Converter", () => {
  it("publishes a schema and tells whether it wraps", () => {
    const readings = new Converter(Reading, { tool: "read" });
    assert.deepEqual(readings.outputSchema, Reading);
    assert.equal(readings.wrapped, false);
    const dice = new Converter({ type: "array", items: { type: "integer" } }, { tool: "dice" });
    assert.equal(
      JSON.stringify(dice.outputSchema),
      '{"properties":{"result":{"title":"Result","type":"array","items":{"type":"integer"}}},' +
        '"required":["result"],"title":"diceOutput","type":"object"}',
    );
    assert.equal(dice.wrapped, true);
    for (const none of [undefined, null]) {
      assert.equal(new Converter(none).outputSchema, null);
    }
    assert.equal(new Converter(Reading, { publishSchema: false }).outputSchema, null);
    const hostile = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const { outputSchema } = new Converter(hostile);
    assert.equal(JSON.stringify(outputSchema), JSON.stringify(hostile));
  });

  it("gives the caller's own object back as structured data", () => {
    const readings = new Converter(Reading);
    const value = { level: 1.5, note: "é 🌊", more: [{ deep: null }] };
    const result = readings.convert(value);
    assert.equal(result.structuredContent, value);
    assert.deepEqual(result.content, [text(JSON.stringify(value, null, 2))]);
    assert.equal(result.isError, false);
    assert.deepEqual(Object.keys(result), ["content", "structuredContent", "isError"]);
    const list = [1, 2];
    const wrapped = new Converter({ type: "array" }).convert(list);
    assert.equal(wrapped.structuredContent.result, list);
    assert.deepEqual(wrapped.content, [text("1"), text("2")]);
  });

  it("gives a copy where the value is not its own JSON", () => {
    const any = new Converter({ type: "object" });
    for (const [value, data] of [
      [{ at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
      [new Map([["k", new Set([1])]]), { k: [1] }],
      [{ big: 12n, gone: undefined }, { big: 12 }],
      [{ half: "a\ud83c" }, { half: "a\ufffd" }],
      [{ halves: ["\ud83c", "\udf0a"] }, { halves: ["\ufffd", "\ufffd"] }],
      [{ bytes: new Uint8Array([104, 105]) }, { bytes: "hi" }],
      [
        new (class {
          x = 1;
        })(),
        { x: 1 },
      ],
    ]) {
      const result = any.convert(value);
      assert.deepStrictEqual(result.structuredContent, data);
      assert.notEqual(result.structuredContent, value);
      assert.deepEqual(result.content, [text(JSON.stringify(data, null, 2))]);
    }
  });

  it("keeps a set in one block", () => {
    const any = new Converter({ type: "array" });
    const { content, structuredContent } = any.convert([1, new Set([2, 3]), [4, [5]]]);
    assert.deepEqual(content, [text("1"), text("[\n  2,\n  3\n]"), text("4"), text("5")]);
    assert.deepEqual(structuredContent, { result: [1, [2, 3], [4, [5]]] });
  });

  it("sends every digit of a BigInt in text, and only safe ones as data", () => {
    const schema = { type: "object", properties: { id: {} } };
    const value = { id: 2n ** 64n };
    const digits = text('{\n  "id": 18446744073709551616\n}');
    assert.match(
      errorOf(new Converter(schema).convert(value)),
      /\nid\n .*2\^53 - 1.*18446744073709551616/s,
    );
    const strings = new Converter(schema, { unsafeIntegers: "string" });
    const result = strings.convert(value);
    assert.deepEqual(result.structuredContent, { id: "18446744073709551616" });
    assert.deepEqual(result.content, [digits]);
    assert.deepEqual(parsed(strings.convertToBytes(value)), result);
    assert.deepEqual(new Converter().convert(value), { content: [digits], isError: false });
    assert.deepEqual(strings.convert({ id: 5n }).structuredContent, { id: 5 });
  });

  it("treats NaN and infinities as the policy says", () => {
    const schema = { type: "object" };
    const value = { a: [NaN], b: -Infinity };
    const issues = new Converter(schema).check(value);
    assert.deepEqual(
      issues.map(({ pointer, code }) => [pointer, code]),
      [
        ["/a/0", "finite_number"],
        ["/b", "finite_number"],
      ],
    );
    const constants = new Converter(schema, { nonFinite: "constants", indent: 0 }).convert(value);
    assert.deepEqual(constants.content, [text('{"a":[NaN],"b":-Infinity}')]);
    assert.deepEqual(constants.structuredContent, { a: [null], b: null });
    const nulls = new Converter(schema, { nonFinite: "null", indent: 0 }).convert(value);
    assert.deepEqual(nulls.content, [text('{"a":[null],"b":null}')]);
  });

  it("sends bytes in the encoding that the schema declares", () => {
    const schema = {
      $defs: { Blob: { type: "string", contentEncoding: "base64" } },
      type: "object",
      properties: {
        text: { type: "string" },
        blob: { $ref: "#/$defs/Blob" },
        list: {
          type: "array",
          prefixItems: [{}],
          items: { anyOf: [{ $ref: "#/$defs/Blob" }, {}] },
        },
      },
      additionalProperties: { type: "string", contentEncoding: "base64" },
    };
    const hi = new Uint8Array([104, 105]);
    const { structuredContent } = new Converter(schema).convert({
      text: hi,
      blob: hi,
      list: [hi, hi],
      other: hi.buffer,
    });
    assert.deepEqual(structuredContent, {
      text: "hi",
      blob: "aGk=",
      list: ["hi", "aGk="],
      other: "aGk=",
    });
  });

  it("takes a text and a _meta for one call", () => {
    const readings = new Converter(Reading);
    const meta = { "example.org/k": { a: 1 } };
    const value = { level: 1 };
    const result = readings.convert(value, { text: "High: é", meta });
    assert.deepEqual(result, {
      content: [text("High: é")],
      structuredContent: value,
      isError: false,
      _meta: meta,
    });
    assert.equal(result._meta, meta);
    assert.deepEqual(parsed(readings.convertToBytes(value, { text: "High: é", meta })), result);
    assert.deepEqual(
      parsed(readings.convertJson('{"level":1}', { text: "High: é", meta })),
      result,
    );
    errorOf(readings.convert({}, { meta }));
    for (const [options, message] of [
      [{ text: 5 }, "option `text` must be a string"],
      [{ meta: [] }, "option `meta` must be an object"],
      [{ txt: "" }, "unknown option `txt`"],
    ]) {
      assert.throws(() => readings.convert(value, options), { name: "TypeError", message });
    }
  });

  it("writes the same result as bytes", () => {
    for (const schema of [undefined, Reading, { type: "array" }]) {
      const converter = new Converter(schema, { revision: "2026-07-28" });
      for (const value of [
        null,
        "té🌊xt",
        17,
        [1, ["two", null], { level: 3 }],
        { level: 1, note: '\u2028"\\\n' },
        { level: "high" },
        () => 1,
        content.image(new Uint8Array([1, 2]), "image/png"),
        { content: [text("ready")], _meta: { k: 1 } },
      ]) {
        const bytes = converter.convertToBytes(value);
        assert.ok(bytes instanceof Uint8Array);
        const result = converter.convert(value);
        assert.equal(new TextDecoder().decode(bytes), JSON.stringify(result));
      }
    }
  });

  it("gives bytes that later conversions leave alone", () => {
    const any = new Converter();
    const first = any.convertToBytes("first".repeat(1000));
    const copy = Uint8Array.from(first);
    any.convertToBytes("second".repeat(1000));
    any.convert("x".repeat(5_000_000));
    assert.deepEqual(Uint8Array.from(first), copy);
  });

  it("reads no number of JSON text", () => {
    const any = new Converter({ type: "array" });
    const json = "[1.0,1e-7,-0.0,12345678901234567890123,0.1000]";
    const bytes = any.convertJson(json);
    assert.ok(new TextDecoder().decode(bytes).includes(`"structuredContent":{"result":${json}}`));
    assert.deepEqual(any.convertJson(new TextEncoder().encode(json)), bytes);
    assert.match(
      errorOf(parsed(any.convertJson("[1,"))),
      /not JSON: expected .* at line 1 column 4/,
    );
    assert.throws(() => any.convertJson({}), {
      message: "convertJson takes JSON as a string or a Uint8Array",
    });
    const lone = new Converter({ type: "string" }).convertJson('"\ud83c"');
    assert.deepEqual(parsed(lone).structuredContent, { result: "\ufffd" });
  });

  it("lists issues with their places", () => {
    const readings = new Converter({ type: "array", items: Reading });
    assert.deepEqual(readings.check([{ level: 1 }]), []);
    const issues = readings.check([{ level: 1 }, { level: [] }, {}]);
    assert.deepEqual(
      issues.map(({ path, pointer, code }) => [path, pointer, code]),
      [
        [["result", 1, "level"], "/result/1/level", "float_type"],
        [["result", 2, "level"], "/result/2/level", "missing"],
      ],
    );
    for (const issue of issues) {
      assert.deepEqual(Object.keys(issue), ["path", "pointer", "code", "message", "inputType"]);
    }
    assert.deepEqual(readings.check([{ "~/": () => 1 }]), [
      {
        path: ["result", 0, "~/"],
        pointer: "/result/0/~0~1",
        code: "unfit",
        message: "a function cannot be sent",
        inputType: "unknown",
      },
    ]);
  });

  it("passes a ready-made result through", () => {
    const readings = new Converter(Reading);
    const ready = { _meta: { k: 1 }, content: [text("one")], structuredContent: { level: 1 } };
    assert.equal(readings.passThrough(ready), ready);
    const failed = { content: [text("upstream is down")], isError: true };
    assert.equal(readings.passThrough(failed), failed);
    assert.match(errorOf(readings.passThrough({ content: [], structuredContent: {} })), /level/);
    assert.match(errorOf(readings.passThrough(5)), /ready-made result must be an object/);
    assert.match(errorOf(readings.passThrough({ content: "x" })), /list of content blocks/);
    const dated = { content: [], structuredContent: new Map([["level", 1]]) };
    assert.deepEqual(readings.passThrough(dated), { content: [], structuredContent: { level: 1 } });
    const any = new Converter();
    assert.equal(any.convert(ready), ready);
  });

  it("makes content blocks that pass through", () => {
    const bytes = new Uint8Array([104, 105]);
    const blocks = [
      content.text("t", { annotations: { audience: ["user"] } }),
      content.image(bytes, "image/png"),
      content.audio("aGk=", "audio/wav", { _meta: { k: 1 } }),
      content.resource({ uri: "file:///a", text: "a" }),
      content.resource({ uri: "file:///b", blob: bytes.buffer, mimeType: "x/y" }),
      content.resourceLink("file:///c", "c", { size: 3 }),
    ];
    assert.deepEqual(blocks, [
      { type: "text", text: "t", annotations: { audience: ["user"] } },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav", _meta: { k: 1 } },
      { type: "resource", resource: { uri: "file:///a", text: "a" } },
      { type: "resource", resource: { uri: "file:///b", mimeType: "x/y", blob: "aGk=" } },
      { type: "resource_link", uri: "file:///c", name: "c", size: 3 },
    ]);
    const any = new Converter();
    assert.deepEqual(any.convert(["é", blocks]).content, [text("é"), ...blocks]);
  });

  it("takes schemas of the libraries that tell theirs", () => {
    for (const schema of [
      z.object({ level: z.number(), note: z.string().default("none") }),
      type({ level: "number", note: "string" }),
      toStandardJsonSchema(v.object({ level: v.number(), note: v.string() })),
      z.toJSONSchema(z.object({ level: z.number(), note: z.string() })),
    ]) {
      const converter = new Converter(schema);
      assert.equal(converter.convert({ level: 1, note: "" }).isError, false);
      // What a handler returns has been through the schema: defaults are there.
      assert.match(errorOf(converter.convert({ level: 1 })), /note/);
    }
    const asInput = z.toJSONSchema(z.object({ a: z.string().default("x") }), { io: "input" });
    assert.equal(new Converter(asInput).convert({}).isError, false);
    const message =
      "Tool t: return schema: zod has no JSON Schema for it: Date cannot be represented in JSON Schema";
    assert.throws(() => new Converter(z.date(), { tool: "t" }), { name: "SchemaError", message });
    assert.throws(() => new Converter(v.string(), { tool: "t" }), {
      reason: "this version of valibot does not tell its JSON Schema (`~standard.jsonSchema`)",
    });
  });

  it("refuses a schema of a library inside of JSON Schema, such as a raw shape of Zod", () => {
    for (const [schema, vendor] of [
      [{ level: z.number() }, "zod"],
      [{ type: "array", items: [{ properties: { level: z.string() } }] }, "zod"],
      [{ type: "object", properties: { level: type("number") } }, "arktype"],
      [{ type: "object", properties: { level: v.number() } }, "valibot"],
    ]) {
      assert.throws(() => new Converter(schema, { tool: "t" }), {
        name: "SchemaError",
        message:
          `Tool t: return schema: \`level\` is a schema of ${vendor} inside of JSON Schema; ` +
          "make the whole one with the library, as in `z.object({ … })`",
      });
    }
    const items = z.toJSONSchema(z.object({ level: z.number() }));
    assert.equal(new Converter({ type: "array", items }).convert([{ level: 1 }]).isError, false);
    const named = { type: "object", properties: { "~standard": { type: "string" } } };
    assert.equal(new Converter(named).convert({ "~standard": 1 }).isError, true);
  });

  it("converts once without being kept", () => {
    assert.deepEqual(convertResult(17, { type: "integer" }), {
      content: [text("17")],
      structuredContent: { result: 17 },
      isError: false,
    });
    assert.deepEqual(convertResult("plain"), { content: [text("plain")], isError: false });
    assert.throws(() => convertResult(1, { type: "intger" }, { tool: "t" }), SchemaError);
  });

  it("is ready at import, and init does no harm", async () => {
    await init();
    assert.equal(convertResult(1, true).isError, false);
  });

  it("says so when it is used after it was freed", () => {
    const converter = new Converter(Reading);
    converter.free();
    converter.free();
    for (const use of [
      () => converter.convert({}),
      () => converter.convertToBytes({}),
      () => converter.convertJson("{}"),
      () => converter.check({}),
      () => converter.passThrough({ content: [] }),
    ]) {
      assert.throws(use, { message: "this Converter was freed and can no longer be used" });
    }
    const disposed = new Converter(Reading);
    disposed[Symbol.dispose]();
    assert.throws(() => disposed.convert({}), /was freed/);
    const scalar = new Converter({ type: "string" });
    scalar.free();
    assert.throws(() => scalar.convert("text"), /was freed/);
    const amid = new Converter();
    assert.throws(() => amid.convert({ toJSON: () => amid.free() }), /was freed/);
  });
});

describe("long texts that are not ASCII", () => {
  const long = "Grüße, 日本語 🦀\n".repeat(1_000);
  const document = {
    type: "object",
    properties: { title: { type: "string" }, body: { type: "string" } },
    required: ["title", "body"],
  };
  const decode = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

  for (const [what, schema, value, policy] of [
    ["one", document, { title: "Ü", body: long }],
    ["with a smaller indentation", document, { title: "t", body: long }, { indent: 0 }],
    ["with members beside it", document, { title: "\ud800", body: long, n: [1.5, -0, {}, []], o: null }],
    ["with half a character", document, { title: "t", body: `${long}\ud800` }],
    ["with a length to keep", { ...document, properties: { body: { minLength: 5 } } }, { title: "t", body: long }],
    ["too long", { ...document, properties: { body: { maxLength: 5 } } }, { title: "t", body: long }],
    ["not the constant", { ...document, properties: { body: { const: "" } } }, { title: "", body: long }],
    ["in a list", { type: "array" }, [long, { body: long }]],
    ["in a content block", { type: "object" }, { type: "text", text: long }],
    ["in something converted", { type: "object" }, { at: new Date(0), body: long }],
    ["as the value", { type: "string" }, long],
    ["missing a member", document, { body: long }],
    ["for an old client", document, { title: "t", body: long }, { revision: "2024-11-05" }],
    ["without text", document, { title: "t", body: long }, { text: "none" }],
  ]) {
    it(`are the same on every way: ${what}`, () => {
      const converter = new Converter(schema, { tool: "t", ...policy });
      const result = converter.convert(value);
      const wire = decode(converter.convertToBytes(value));
      assert.deepEqual(result.content, wire.content);
      assert.equal(result.isError, wire.isError);
      assert.equal("structuredContent" in result, "structuredContent" in wire);
      converter.free();
    });
  }

  it("are read twice at most, and a second refusal to be read is no exception", () => {
    let reads = 0;
    const value = {
      body: long,
      get title() {
        if (reads++ > 0) throw new Error("once is enough");
        return "t";
      },
    };
    const converter = new Converter(document, { tool: "t" });
    assert.equal(converter.convert(value).isError, true);
    converter.free();
  });
});
