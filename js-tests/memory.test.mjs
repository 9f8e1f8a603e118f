// Converters over a long time and side by side.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { wasmMemory } from "./support/instance.mjs";
import { Converter } from "twochannel";

const Reading = {
  type: "object",
  properties: { level: { type: "number" }, tags: { type: "array", items: { type: "string" } } },
  required: ["level"],
};
/** A million takes a minute: `TWOCHANNEL_SOAK=1000000 node --test memory.test.mjs`. */
const ROUNDS = Number(process.env.TWOCHANNEL_SOAK ?? 200_000);

describe("a converter", () => {
  it(`needs no more memory after ${ROUNDS} conversions than after 1000`, () => {
    const readings = new Converter({ type: "array", items: Reading });
    const values = [
      [{ level: 1, tags: ["a", "é🌊"] }],
      [{ level: "high" }],
      [{ level: 1, tags: [() => 1] }],
      Array.from({ length: 20 }, (_, level) => ({ level, tags: [] })),
      new Map([["level", 1n]]),
      [new Date(0)],
    ];
    let after1000;
    for (let round = 0; round < ROUNDS; round++) {
      const value = values[round % values.length];
      // Names that are new each time: what is learned of them is bounded.
      const odd = round % 7 === 0 ? [{ level: 1, [`name ${round}`]: 1 }] : value;
      if (round % 2 === 0) readings.convert(odd);
      else readings.convertToBytes(odd);
      if (round === 1000) after1000 = wasmMemory().length;
    }
    assert.equal(wasmMemory().length, after1000);
  });

  it("sends the value itself where its new names make memory grow", () => {
    const before = wasmMemory().length;
    let converter;
    for (let round = 0; round < 3000; round++) {
      if (round % 30 === 0) converter = new Converter({ type: "object" });
      const names = Array.from({ length: 20 }, (_, n) => `${round}_${n}_${"x".repeat(30)}`);
      const value = Object.fromEntries(names.map((name, n) => [name, 1000 * round + n]));
      const { structuredContent } = JSON.parse(converter.convertToBytes(value));
      assert.deepEqual(structuredContent, value);
    }
    assert.ok(wasmMemory().length > before);
  });

  it("gives its memory back when it is freed", () => {
    const make = () => new Converter({ ...Reading, title: "x".repeat(1000) }).free();
    for (let round = 0; round < 50; round++) make();
    const before = wasmMemory().length;
    for (let round = 0; round < 2000; round++) make();
    assert.equal(wasmMemory().length, before);
  });

  it("is not disturbed by another one", () => {
    const one = new Converter({ type: "array" }, { indent: 0 });
    const other = new Converter(Reading, { indent: 4, tool: "other" });
    for (let round = 0; round < 500; round++) {
      const name = `member ${round % 50}`;
      const { content } = one.convert([{ [name]: round }, "x"]);
      assert.deepEqual(
        content.map(({ text }) => text),
        [`{"${name}":${round}}`, "x"],
      );
      const value = { level: round, [`other ${round % 70}`]: [name] };
      assert.equal(other.convert(value).content[0].text, JSON.stringify(value, null, 4));
      assert.equal(other.convert([]).isError, true);
      assert.ok(one.convertToBytes([round]).toString().includes(`"result":[${round}]`));
    }
  });

  it("works as before after a conversion that failed, whatever the failure", () => {
    const converter = new Converter(Reading, { indent: 0 });
    const circular = { level: 1 };
    circular.tags = [circular];
    let deep = [];
    for (let level = 0; level < 10_000; level++) deep = [deep];
    const good = { level: 1, tags: ["é"] };
    const expected = JSON.stringify(converter.convert(good));
    for (const bad of [
      {},
      circular,
      { level: 1, tags: deep },
      { level: Symbol("s") },
      ["\ud83c", "\udf0a"],
      {
        get level() {
          throw new Error("no");
        },
      },
      { level: 2n ** 70n },
      { level: NaN },
      { level: 1, tags: new Proxy([], { get: (_, name) => (name === "length" ? 2 ** 40 : 0) }) },
    ]) {
      assert.equal(converter.convert(bad).isError, true);
      assert.equal(JSON.stringify(converter.convert(good)), expected);
      assert.equal(JSON.parse(converter.convertToBytes(bad)).isError, true);
      assert.equal(converter.convertToBytes(good).toString(), expected);
      assert.equal(JSON.parse(converter.convertJson("{")).isError, true);
      assert.notEqual(converter.check(bad).length, 0);
      assert.deepEqual(converter.check(good), []);
    }
  });

  it("may be used amid a conversion, by itself and by others", () => {
    const outer = new Converter({ type: "object" }, { indent: 0 });
    const inner = new Converter({ type: "array" }, { indent: 0 });
    const value = {
      before: "é".repeat(100),
      get inner() {
        return inner.convert([{ deep: ["x".repeat(200_000).length, "🌊"] }]).content[0].text;
      },
      get self() {
        return outer.convert({ own: 1 }).structuredContent;
      },
      get fresh() {
        const converter = new Converter({ type: "object", properties: { q: {} } });
        return JSON.parse(converter.convertToBytes({ q: new Array(20_000).fill(1) }))
          .structuredContent.q.length;
      },
      get failing() {
        return outer.check({ f: () => 1 })[0].path;
      },
      after: ["tail", { known: 1 }],
    };
    assert.equal(
      outer.convert(value).content[0].text,
      JSON.stringify({
        before: "é".repeat(100),
        inner: '{"deep":[200000,"🌊"]}',
        self: { own: 1 },
        fresh: 20_000,
        failing: ["f"],
        after: ["tail", { known: 1 }],
      }),
    );
  });
});
