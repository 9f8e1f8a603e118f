// What people get wrong, and what they are told.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Converter, SchemaError } from "twochannel";

const Reading = {
  type: "object",
  properties: { level: { type: "number" }, list: { type: "array" } },
  required: ["level"],
};

/** What is said about a schema or policy that is refused. */
function refusal(schema, policy = {}) {
  try {
    new Converter(schema, { tool: "gauge", ...policy });
  } catch (error) {
    assert.ok(error instanceof SchemaError, `${error.stack}`);
    assert.ok(error instanceof Error);
    assert.equal(error.name, "SchemaError");
    assert.equal(error.tool, "gauge");
    assert.ok(error.message.includes(error.reason), error.message);
    return [error.pointer, error.message];
  }
  assert.fail("it was accepted");
}

/** The text of an error result, which has no data. */
function errorOf(value, schema, policy) {
  const converter = new Converter(schema, { tool: "gauge", ...policy });
  const result = converter.convert(value);
  assert.equal(result.isError, true);
  assert.equal("structuredContent" in result, false);
  const [block, ...more] = result.content;
  assert.deepEqual([block.type, more], ["text", []]);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(converter.convertToBytes(value))), result);
  const good = converter.convert({ level: 1 });
  assert.deepEqual([good.isError, good.content[0].text], [false, '{\n  "level": 1\n}']);
  return block.text;
}

describe("a policy", () => {
  for (const [title, policy, message] of [
    [
      "with an unknown member",
      { emptylist: "text" },
      /^Tool gauge: unknown policy member `emptylist`; the members are tool, /,
    ],
    [
      "with an unknown value",
      { wrap: "maybe" },
      /policy member `wrap`: unknown variant `maybe`, expected one of `auto`/,
    ],
    [
      "with a value of another type",
      { indent: "2" },
      /policy member `indent`: invalid type: string "2"/,
    ],
    ["out of range", { maxDepth: 5000 }, /policy member `maxDepth`: 5000 is not between 1 and 500/],
    [
      "with an unknown preset",
      { preset: "go-sdk" },
      /policy member `preset`: unknown value "go-sdk"/,
    ],
    ["with a number that JSON does not have", { maxBytes: NaN }, /`maxBytes`: invalid type: string "NaN"/],
    ["with a BigInt", { indent: 2n }, /`indent`: invalid type: string "2"/],
    ["with a function", { list: () => 1 }, /`list`: unknown variant `\(\) => 1`/],
    [
      "that wants data without a schema",
      { structuredOutput: true },
      /structured output is required, but there is no return schema/,
    ],
  ]) {
    it(`${title} is refused by name`, () => {
      const [pointer, told] = refusal(undefined, policy);
      assert.equal(pointer, null);
      assert.match(told, message);
    });
  }

  it("that is no object is refused", () => {
    for (const policy of [[], "strict", 5, () => 1, new Map([["indent", 0]]), new Set(["strict"])]) {
      assert.throws(() => new Converter(null, policy), { name: "SchemaError" });
    }
    const circular = { tool: "gauge" };
    circular.list = circular;
    assert.throws(() => new Converter(null, circular), {
      name: "SchemaError",
      message: /^Tool gauge: the policy is not JSON: Converting circular structure/,
    });
    assert.ok(new Converter(null, { tool: undefined, indent: undefined }));
    assert.ok(new Converter(null, null));
  });
});

describe("a schema", () => {
  const circular = {};
  circular.properties = { self: circular };
  const nested = (levels) => (levels === 1 ? {} : { type: "array", items: nested(levels - 1) });

  it("may have 126 levels, and two more where it is wrapped", () => {
    const { outputSchema } = new Converter(nested(126));
    assert.deepEqual(outputSchema.properties.result.items, nested(125));
  });

  for (const [title, schema, pointer, message] of [
    [
      "with an unknown type",
      { properties: { a: { type: "strng" } } },
      "/properties/a/type",
      /"?strng/,
    ],
    [
      "with a dangling reference",
      { properties: { a: { $ref: "#/$defs/Gone" } } },
      "/properties/a/$ref",
      /#\/\$defs\/Gone/,
    ],
    [
      "with a remote reference",
      { properties: { a: { $ref: "https://example.invalid/a.json" } } },
      "/properties/a/$ref",
      /https:\/\/example\.invalid\/a\.json/,
    ],
    [
      "with a broken pattern",
      { properties: { a: { pattern: "(" } } },
      "/properties/a/pattern",
      /pattern/,
    ],
    ["that only refers to itself", { $ref: "#" }, undefined, /\$ref|refer|cycl/i],
    ["that is a number", 5, undefined, /object or (a )?boolean/],
    ["that is a string", '{"type":"object"}', undefined, /object or (a )?boolean/],
    ["that is a list", [{}], undefined, /object or (a )?boolean/],
    ["that is a function", () => ({}), null, /a function is no JSON Schema/],
    ["that is circular", circular, null, /it is not JSON: .*circular/i],
    ["with a BigInt", { maximum: 5n }, null, /it is not JSON: .*BigInt/],
    ["nested too deeply", nested(127), undefined, /return schema: nested deeper than 128 levels/],
    ["nested far too deeply", nested(900), undefined, /return schema: nested deeper than 128 levels/],
  ]) {
    it(`${title} is refused, with the place`, () => {
      const [at, told] = refusal(schema);
      if (pointer !== undefined) assert.equal(at, pointer);
      assert.match(told, /^Tool gauge: /);
      assert.match(told, message);
    });
  }
});

describe("a value", () => {
  it("nested without end is an error that says depth", () => {
    for (const levels of [129, 5_000, 10_000, 100_000]) {
      let arrays = [];
      let objects = {};
      for (let level = 1; level < levels; level++) {
        arrays = [arrays];
        objects = { list: [objects] };
      }
      for (const value of [arrays, objects]) {
        assert.equal(
          errorOf(value, undefined),
          "Error executing tool gauge: the output is nested beyond the depth of 128 that is allowed",
        );
      }
    }
    const json = "[".repeat(100_000) + "]".repeat(100_000);
    const result = JSON.parse(new Converter().convertJson(json).toString());
    assert.match(result.content[0].text, /depth of 128/);
  });

  it("as deep as is allowed is no error", () => {
    let value = { level: 1 };
    for (let level = 1; level < 500; level++) value = { level: 1, list: value };
    const converter = new Converter({ type: "object" }, { maxDepth: 500, indent: 0 });
    assert.equal(converter.convert(value).structuredContent, value);
    assert.match(converter.convert({ list: value }).content[0].text, /depth of 500/);
    const wrapping = new Converter({}, { maxDepth: 500, indent: 0 });
    assert.equal(wrapping.convert(value).structuredContent.result, value);
  });

  it("with 50 MB of text is sent", () => {
    for (const text of ["plain text ".repeat(4_600_000), "héllo 🌊 ".repeat(4_600_000)]) {
      const converter = new Converter({ type: "object", properties: { body: { type: "string" } } });
      const result = converter.convert({ body: text });
      assert.equal(result.isError, false);
      assert.ok(result.content[0].text === JSON.stringify({ body: text }, null, 2));
      converter.free();
    }
  });

  it("that is larger than allowed is an error with both sizes", () => {
    const schema = { type: "object" };
    const policy = { maxBytes: 200 };
    const text = errorOf({ body: "x".repeat(300) }, schema, policy);
    const size = new Converter(schema).convertToBytes({ body: "x".repeat(300) }).length;
    assert.equal(text, `Error executing tool gauge: the result has ${size} bytes, 200 are allowed`);
    const converter = new Converter(schema, policy);
    const meta = { note: "y".repeat(200) };
    assert.equal(converter.convert({}, { meta }).isError, true);
    assert.equal(converter.convert({ a: 1 }, { meta: { k: 1 } }).isError, false);
  });

  it("with lone surrogates is well-formed when it arrives", () => {
    const converter = new Converter({ type: "array" });
    const value = ["a\ud83c", "\udf0ab", "\udf0a\ud83c", "🌊".slice(1), { "k\ud83c": "🌊" }];
    const expected = ["a�", "�b", "��", "�", { "k�": "🌊" }];
    assert.deepStrictEqual(converter.convert(value).structuredContent, { result: expected });
    const wire = JSON.parse(converter.convertToBytes(value).toString());
    assert.deepStrictEqual(wire.structuredContent, { result: expected });
    const long = ["é".repeat(50_000) + "\ud83c", "\udf0a" + "é".repeat(50_000)];
    const [first, second] = converter.convert(long).content;
    assert.ok(first.text === "é".repeat(50_000) + "�" && second.text === "�" + "é".repeat(50_000));
  });

  it("with a getter that throws is an error that names the place", () => {
    const value = {
      level: 1,
      list: [
        {
          get boom() {
            throw new RangeError("secret");
          },
        },
      ],
    };
    const place = "Error executing tool gauge: list.0.boom: reading the value threw an error";
    assert.equal(errorOf(value, Reading), `${place} (RangeError: secret)`);
    assert.equal(errorOf(value, Reading, { errors: "named" }), place);
    assert.equal(errorOf(value, Reading, { errors: "generic" }), "Error executing tool gauge");
    const inList = new Converter({ type: "array" }, { tool: "gauge" }).convert([value]);
    assert.match(inList.content[0].text, /gauge: result\.0\.list\.0\.boom: /);
  });

  it("that is a proxy is taken at what it shows, once", () => {
    const reads = [];
    const liar = new Proxy(
      { level: 1 },
      {
        ownKeys: () => ["level", "ghost"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 0 }),
        get: (target, name) => (reads.push(name), target[name]),
      },
    );
    const converter = new Converter(Reading, { indent: 0 });
    assert.equal(converter.convert(liar).content[0].text, '{"level":1}');
    assert.deepEqual(
      reads.filter((name) => name !== "toJSON"),
      ["level", "ghost"],
    );
    const shapeshifter = new Proxy(
      {},
      {
        ownKeys: () => ["level"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 0 }),
        get: (target, name) => (name === "level" ? reads.length++ : undefined),
      },
    );
    reads.length = 5;
    assert.equal(converter.convert(shapeshifter).content[0].text, '{"level":5}');
    const endless = new Proxy([], { get: (target, name) => (name === "length" ? 2 ** 40 : 0) });
    assert.equal(
      errorOf({ list: endless }, Reading),
      "Error executing tool gauge: the value is too large",
    );
  });

  it("that changes while it is read is taken as it was read", () => {
    const value = {
      get level() {
        delete this.gone;
        this.list.push("added");
        this.late = true;
        return 1;
      },
      gone: 1,
      list: [],
    };
    const converter = new Converter(Reading, { indent: 0 });
    assert.equal(converter.convert(value).content[0].text, '{"level":1,"list":["added"]}');
    const emptied = {
      get first() {
        delete this.level;
        return 0;
      },
      level: 1,
    };

    assert.match(converter.convert(emptied).content[0].text, /level\n  Field required/);
  });

  it("that looks nearly like a content block is data", () => {
    const any = new Converter();
    for (const block of [
      { type: "text" },
      { type: "text", text: 5 },
      { type: "image", data: "aGk=" },
      { type: "video", data: "aGk=", mimeType: "video/mp4" },
      { type: "resource", resource: { uri: "file:///a" } },
    ]) {
      const { content } = any.convert([block]);
      assert.deepEqual(content, [{ type: "text", text: JSON.stringify(block, null, 2) }]);
    }
    const page = { content: [{ type: "text" }], title: "a page" };
    assert.equal(any.convert(page).content[0].text, JSON.stringify(page, null, 2));
  });

  it("that leads back to itself is an error that says where", () => {
    const value = { level: 1, list: [] };
    value.list.push({ up: value.list });
    assert.equal(
      errorOf(value, Reading),
      "Error executing tool gauge: list.0.up: a circular reference to list",
    );
  });

  it("of functions, symbols or promises is an error that names the place", () => {
    for (const [value, what] of [
      [() => 1, "a function cannot be sent"],
      [Symbol("s"), "a symbol cannot be sent"],
      [Promise.resolve(1), "a promise cannot be sent; await it first"],
    ]) {
      assert.equal(
        errorOf({ level: value }, Reading),
        `Error executing tool gauge: level: ${what}`,
      );
    }
  });
});
