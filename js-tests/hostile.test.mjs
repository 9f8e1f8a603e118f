// Input that has hurt others, and surroundings that are not as they should be.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { describe, it } from "node:test";

import { Converter } from "twochannel";
import { rows, survivesParsing } from "./support/vectors.mjs";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

describe("hostile input", () => {
  for (const { name, value, schema, policy, wire } of rows("hostile")) {
    it(`is answered with the bytes of the Rust tests: ${name}`, () => {
      const converter = new Converter(schema, policy);
      assert.equal(decoder.decode(converter.convertJson(value)), wire);
      let parsed;
      try {
        if (!survivesParsing(value)) return;
        parsed = JSON.parse(value);
      } catch {
        return;
      }
      assert.equal(decoder.decode(converter.convertToBytes(parsed)), wire);
      assert.equal(JSON.stringify(converter.convert(parsed)), JSON.stringify(JSON.parse(wire)));
    });
  }

  it("has the order that JavaScript gives to names that are numbers", () => {
    const value = { b: 1, 10: 2, 9: 3, "01": 4 };
    const result = new Converter({ type: "object" }, { indent: 0 }).convert(value);
    assert.equal(result.content[0].text, '{"9":3,"10":2,"b":1,"01":4}');
  });

  it("keeps own members that are called like those of prototypes", () => {
    const names = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];
    const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
    const schema = { type: "object", properties, required: names, additionalProperties: false };
    const converter = new Converter(schema, { indent: 0 });
    const value = Object.fromEntries(names.map((name, at) => [name, at]));
    const text = JSON.stringify(value);
    assert.equal(converter.convert(value).content[0].text, text);
    assert.equal(JSON.stringify(JSON.parse(decoder.decode(converter.convertToBytes(value)))
      .structuredContent), text);
    assert.deepEqual(converter.check({}).map((issue) => issue.path), names.map((name) => [name]));
    assert.equal(({}).polluted, undefined);
  });
});

describe("the package", () => {
  const lib = new URL("../pkg/", import.meta.url);
  const sources = readdirSync(lib, { recursive: true })
    .filter((name) => /\.(js|cjs)$/.test(name) && !name.includes("node_modules"))
    .map((name) => [name, readFileSync(new URL(name, lib), "utf8")]);

  it("evaluates no text and fetches nothing but its own module", () => {
    assert.ok(sources.length > 10);
    for (const [name, source] of sources) {
      assert.doesNotMatch(source, /\beval\s*\(|\bnew Function\b|[^`\w]Function\s*\(|\bXMLHttpRequest\b/, name);
      const fetches = source.match(/\bfetch\s*\([^)]*\)/g) ?? [];
      for (const call of fetches) assert.match(call, /module|wasm|url|source/i, `${name}: ${call}`);
    }
  });

  it("works without eval, in a realm whose globals it leaves alone", () => {
    const program = `
      const watched = () => [
        Reflect.ownKeys(globalThis),
        ...[Object, Object.prototype, Array, Array.prototype, String.prototype, JSON, Map.prototype,
          Function.prototype, Uint8Array.prototype, TextDecoder.prototype, Promise.prototype].map((value) =>
          Reflect.ownKeys(value).map((key) => {
            const { get, set, value: data } = Object.getOwnPropertyDescriptor(value, key);
            return [key, get ?? data, set];
          })),
      ].flat(3);
      const before = watched();
      const { Converter } = await import("twochannel");
      const { registerTool } = await import("twochannel/mcp");
      new Converter({ type: "integer" }).convert(17);
      const assert = await import("node:assert");
      const after = watched();
      assert.ok(before.length === after.length && before.every((item, at) => Object.is(item, after[at])));
      assert.throws(() => eval("1"), EvalError);
      console.log(typeof registerTool, JSON.stringify(new Converter({ type: "integer" }).convert(17)));
    `;
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval"];
    const cwd = new URL(".", import.meta.url);
    const printed = execFileSync(process.execPath, [...flags, program], { cwd, encoding: "utf8" });
    assert.equal(
      printed.trim(),
      'function {"content":[{"type":"text","text":"17"}],"structuredContent":{"result":17},"isError":false}',
    );
  });

  it("is not misled by prototypes that others have polluted", () => {
    const program = `
      const { Converter } = await import("twochannel");
      const schema = { type: "object", properties: { a: { type: "integer" }, b: { type: "array" } }, required: ["a"] };
      const values = [{ a: 1, b: [1, { c: null }] }, { b: [] }, [1, "x"], "text", new Map([["a", 2]]), new Date(0), { a: 5n }];
      const answers = () => {
        const converter = new Converter(schema, { tool: "t" });
        const all = values.map((value) => [
          JSON.stringify(converter.convert(value)),
          new TextDecoder().decode(converter.convertToBytes(value)),
          JSON.stringify(converter.check(value).map(({ path, code, message }) => [...path, code, message])),
        ].join("\\n"));
        return [JSON.stringify(converter.outputSchema), ...all];
      };
      const before = answers();
      const pollute = (target, name, value) =>
        Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
      for (const name of ["a", "polluted", "required", "type", "tool", "maxBytes", "text", "meta", "isError",
          "structuredContent", "_meta", "get", "set", "value"].filter((name) => !["get", "set", "value"].includes(name))) {
        pollute(Object.prototype, name, name === "a" ? 7 : "polluted");
      }
      pollute(Array.prototype, "polluted", 1);
      const after = answers();
      for (const name of Object.keys(Object.prototype)) delete Object.prototype[name];
      delete Array.prototype.polluted;
      const { deepStrictEqual } = await import("node:assert");
      deepStrictEqual(after, before);
      console.log("the same");
    `;
    const cwd = new URL(".", import.meta.url);
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    assert.equal(printed.trim(), "the same");
  });
});
