// The walker alone, over memory of our own: what it writes, and what it says of the value.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { STRINGS } from "../pkg/lib/walker.js";
import { Reader } from "./support/tape.mjs";

/** Asserts what a value is on the tape, and whether it is its own JSON. */
function becomes(value, expected, isPlain, reader = new Reader()) {
  assert.deepStrictEqual(reader.read(value), expected);
  assert.equal(reader.isPlain, isPlain, `plain: ${reader.isPlain}`);
}

const isItself = (value, reader) => becomes(value, value, true, reader);

/** The problem that a value is. */
function problem(value, reader = new Reader()) {
  try {
    reader.read(value);
  } catch (problem) {
    return [problem.path.join("."), problem.reason];
  }
  assert.fail("no problem");
}

describe("the walker", () => {
  it("writes plain data as it is", () => {
    for (const value of [
      null,
      true,
      false,
      0,
      -17,
      1.5,
      1e300,
      5e-324,
      "",
      "text",
      "日本語 🌊",
      [],
      {},
      [1, [2, ["three", [null]]], {}],
      { known: 1, other: { known: [true], "": "é" } },
    ]) {
      isItself(value);
    }
    isItself("x".repeat(70_000));
    isItself({ ["long".repeat(100)]: 1 });
    becomes(Object.assign(Object.create(null), { a: 1 }), { a: 1 }, true);
  });

  it("keeps long strings apart from the text of the others", () => {
    const long = "long ".repeat(2_000);
    isItself(["before", long, "between", { known: long, ["é".repeat(5_000)]: "" }, "after"]);
    isItself([long, "short", long]);
  });

  it("grows the tape in the middle of a value", () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({
      id,
      name: `row ${id}`,
      tags: ["a", "b"],
    }));
    isItself(rows);
    isItself(Array.from({ length: 5_000 }, (_, index) => index / 3));
  });

  it("knows names that came in another order, and more than it may learn", () => {
    const reader = new Reader({ room: 2 });
    isItself({ a: 1, b: 2, known: 3, c: 4, d: { a: 1, c: 2 } }, reader);
    isItself({ d: 1, c: 2, b: 3, a: 4 }, reader);
    assert.deepEqual(reader.names, ["known", "a", "b"]);
    isItself({ ["é".repeat(60)]: 1 }, new Reader({ room: 2 }));
  });

  it("puts the value into the wrapper", () => {
    const reader = new Reader({ known: ["x", "result"], wrapper: 2 });
    assert.deepEqual(reader.read([1]), { result: [1] });
    assert.deepEqual(reader.read("again"), { result: "again" });
  });

  it("does as JSON.stringify does with dates and toJSON", () => {
    const date = new Date(1e12);
    becomes(date, "2001-09-09T01:46:40.000Z", false);
    becomes(new Date(NaN), null, false);
    const keys = [];
    const tell = {
      toJSON(key) {
        keys.push(key);
        return { key, nested: { toJSON: () => "told" } };
      },
    };
    const told = (key) => ({ key, nested: "told" });
    becomes({ a: tell, b: [0, tell] }, { a: told("a"), b: [0, told("1")] }, false);
    becomes(tell, told(""), false);
    assert.deepEqual(keys, ["a", "1", ""]);
    const hidden = Object.defineProperty({ shown: 1 }, "toJSON", { value: () => "hidden" });
    becomes([hidden], ["hidden"], false);
    becomes(Object.assign([1], { toJSON: () => 5 }), 5, false);
    becomes({ toJSON: 5, a: 1 }, { toJSON: 5, a: 1 }, true);
    const self = { a: 1, toJSON: () => self };
    becomes([self], [{ a: 1 }], false);
    const copy = {
      a: 1,
      toJSON() {
        return { ...this };
      },
    };
    becomes(copy, { a: 1 }, false);
    becomes({ toJSON: () => new Map([["k", 1]]) }, { k: 1 }, false);
    becomes({ toJSON: () => undefined }, null, false);
    class Money {
      constructor(units) {
        this.units = units;
      }
      toJSON() {
        return `${this.units} kr`;
      }
    }
    becomes([new Money(5)], ["5 kr"], false);
    becomes(new URL("https://example.org/a"), "https://example.org/a", false);
  });

  it("takes maps as objects and sets as arrays that stay together", () => {
    const map = new Map([
      ["z", 1],
      [1, "one"],
      [true, null],
      ["__proto__", [2n]],
    ]);
    const reader = new Reader();
    const read = reader.read(map);
    assert.deepEqual(Object.keys(read), ["1", "z", "true", "__proto__"]);
    assert.deepEqual(Object.getOwnPropertyDescriptor(read, "__proto__").value, [2n]);
    becomes(new Map([["a", new Map()]]), { a: {} }, false);
    becomes(new Set([1, "a", [2]]), new Set([1, "a", [2]]), false);
    assert.deepEqual(
      problem({
        m: new Map([
          [1, 0],
          ["1", 0],
        ]),
      }),
      ["m", "a Map with two keys that have the same name"],
    );
    assert.deepEqual(problem(new Map([[{}, 0]])), [
      "",
      "a Map with a key that is no string, number or boolean",
    ]);
    assert.match(
      problem(
        new Map([
          ["\ud83c", 0],
          ["\ud83d", 0],
        ]),
      )[1],
      /two keys that have the same/,
    );
    class Grown extends Map {}
    becomes(new Grown([["a", 1]]), { a: 1 }, false);
    const fake = { [Symbol.toStringTag]: "Map", a: 1 };
    becomes(fake, { a: 1 }, true);
    becomes(
      Object.create({ [Symbol.toStringTag]: "Set" }, { a: { value: 1, enumerable: true } }),
      { a: 1 },
      false,
    );
  });

  it("sends a map that grows while it is read as it was", () => {
    const map = new Map();
    map.set("a", { toJSON: () => map.set("b", 2).size });
    becomes(map, { a: 2 }, false);
  });

  it("takes bytes as text or base64, and other typed arrays as numbers", () => {
    const hi = new TextEncoder().encode("hé");
    becomes(hi, "hé", false);
    becomes({ b: hi.buffer }, { b: "hé" }, false);
    becomes(Buffer.from("hé"), "hé", false);
    becomes(new DataView(hi.buffer, 0, 1), "h", false);
    becomes(new Uint8ClampedArray([104]), "h", false);
    becomes(new Uint8Array(new SharedArrayBuffer(2)), "\0\0", false);
    becomes(new Float32Array([1.5, -2]), [1.5, -2], false);
    becomes(new BigInt64Array([5n]), [5n], false);
    const places = [];
    const isBase64 = (path) => places.push(path) > 1;
    const reader = new Reader({ isBase64 });
    becomes({ a: [hi], b: hi }, { a: ["hé"], b: "aMOp" }, false, reader);
    assert.deepEqual(places, [["a", 0], ["b"]]);
    const [place, reason] = problem({ a: [new Uint8Array([0xff])] });
    assert.equal(place, "a.0");
    assert.match(reason, /no UTF-8 text; where the schema has `contentEncoding: "base64"`/);
  });

  it("takes numbers of every kind exactly", () => {
    becomes(12345678901234567890n, 12345678901234567890n, false);
    assert.ok(new Reader().read([2n ** 53n - 1n, -5n]));
    const reader = new Reader();
    reader.read([2n ** 53n - 1n, 1 - 2 ** 53]);
    assert.equal(reader.hasUnsafe, false);
    reader.read([2n ** 53n]);
    assert.equal(reader.hasUnsafe, true);
    becomes(NaN, NaN, false);
    assert.equal(reader.read(NaN), NaN);
    assert.equal(reader.words[0], 0x7ff80000_00000000n);
    // A NaN whose bits are those of a tag.
    const bits = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0000n]).buffer);
    reader.read(bits[0]);
    assert.equal(reader.words[0], 0x7ff80000_00000000n);
    becomes([Infinity, -Infinity], [Infinity, -Infinity], false);
    becomes(10n ** 30_000n, 10n ** 30_000n, false);
  });

  it("opens boxed primitives", () => {
    const boxed = [new Number(1.5), new String("s"), new Boolean(false), Object(7n)];
    becomes(boxed, [1.5, "s", false, 7n], false);
    becomes({ a: Object.create(Number.prototype) }, { a: {} }, false);
  });

  it("leaves undefined members out and makes holes null", () => {
    becomes({ a: undefined, b: 1 }, { b: 1 }, false);
    becomes([undefined, , 1], [null, null, 1], false);
    becomes(undefined, null, false);
    const sparse = [];
    sparse[3] = 1;
    becomes(sparse, [null, null, null, 1], false);
  });

  it("takes what class instances own, and nothing that they inherit", () => {
    class Point {
      #secret = 1;
      x = 1;
      get y() {
        return this.#secret;
      }
    }
    becomes(new Point(), { x: 1 }, false);
    becomes(
      Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }),
      { own: 2 },
      false,
    );
    becomes(new (class extends Array {})(1, 2), [1, 2], false);
    becomes(new Error("no data"), {}, false);
  });

  it("is not led astray by members of Object.prototype", () => {
    const data = { a: { b: [1] } };
    Object.prototype.polluted = "everywhere";
    try {
      const reader = new Reader();
      const read = reader.read(data);
      assert.deepEqual(Object.keys(read), ["a"]);
      assert.deepEqual(Object.keys(read.a), ["b"]);
      assert.equal(reader.isPlain, true);
    } finally {
      delete Object.prototype.polluted;
    }
    const reader = new Reader();
    const hostile = JSON.parse(
      '{"__proto__":{"x":1},"constructor":"c","hasOwnProperty":0,"toString":null}',
    );
    const read = reader.read([hostile, hostile]);
    assert.equal(JSON.stringify(read), JSON.stringify([hostile, hostile]));
    assert.equal(reader.isPlain, true);
  });

  it("ignores symbols as names, and refuses them and functions as values", () => {
    becomes({ [Symbol("s")]: 1, a: 1 }, { a: 1 }, true);
    assert.deepEqual(problem({ a: [0, Symbol("s")] }), ["a.1", "a symbol cannot be sent"]);
    assert.deepEqual(problem({ a: { b: () => 1 } }), ["a.b", "a function cannot be sent"]);
    assert.deepEqual(problem(class {}), ["", "a function cannot be sent"]);
    assert.deepEqual(problem([Promise.resolve(1)]), [
      "0",
      "a promise cannot be sent; await it first",
    ]);
  });

  it("names the place of a circular reference, and where it leads", () => {
    const value = { a: { list: [1] }, toRoot: null };
    value.a.list.push(value.a);
    assert.deepEqual(problem(value), ["a.list.1", "a circular reference to a"]);
    value.a.list.pop();
    value.toRoot = value;
    assert.deepEqual(problem(value), ["toRoot", "a circular reference to the root"]);
    const map = new Map();
    map.set("set", new Set([map]));
    assert.deepEqual(problem(map), ["set.0", "a circular reference to the root"]);
    const twice = { x: 1 };
    isItself([twice, twice, { twice }]);
    // Found at once, not after as many copies of the big part as there may be levels.
    const wide = { big: new Array(100_000).fill(0), self: null };
    wide.self = wide;
    assert.equal(problem(wide)[0], "self");
  });

  it("stops at the depth that is allowed, whatever the depth of the value", () => {
    const nested = (levels) => {
      let value = [];
      for (let level = 1; level < levels; level++) value = level % 2 ? { known: value } : [value];
      return value;
    };
    isItself(nested(16));
    for (const levels of [17, 5_000, 100_000]) {
      assert.deepEqual(problem(nested(levels)), [
        "",
        "the output is nested beyond the depth of 16 that is allowed",
      ]);
    }
    const endless = {
      get next() {
        return Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
      },
    };
    assert.match(problem(endless)[1], /depth of 16/);
  });

  it("names the place where reading threw", () => {
    const boom = {
      get x() {
        throw new RangeError("no");
      },
    };
    assert.deepEqual(problem({ a: [boom] }), ["a.0.x", "reading the value threw an error"]);
    assert.deepEqual(
      problem({
        a: {
          toJSON() {
            throw null;
          },
        },
      }),
      ["a", "reading the value threw an error"],
    );
    const unprintable = {
      get x() {
        throw {
          toString() {
            throw 1;
          },
        };
      },
    };
    assert.deepEqual(problem(unprintable), ["x", "reading the value threw an error"]);
    const closed = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no keys");
        },
      },
    );
    assert.deepEqual(problem({ a: 1, closed }), ["closed", "reading the value threw an error"]);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.deepEqual(problem([proxy]), ["0", "reading the value threw an error"]);
  });

  it("believes no proxy about its members", () => {
    const liar = new Proxy(
      { real: 1 },
      {
        ownKeys: () => ["real", "ghost"],
        getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
        get: (target, name) => target[name],
      },
    );
    assert.deepEqual(new Reader().read([liar]), [{ real: 1 }]);
    const endless = new Proxy([], { get: (target, name) => (name === "length" ? 2 ** 53 : 1) });
    assert.deepEqual(problem({ a: endless }), ["", "the value is too large"]);
    const odd = new Proxy([], { get: (target, name) => (name === "length" ? "two" : undefined) });
    assert.deepEqual(new Reader().read(odd), []);
  });

  it("reads each member once, at its turn", () => {
    let reads = 0;
    const value = {
      get first() {
        this.second = "changed";
        delete this.third;
        this.added = 1;
        return ++reads;
      },
      second: "original",
      third: 3,
      list: [1, 2, 3],
    };
    assert.deepEqual(new Reader().read(value), { first: 1, second: "changed", list: [1, 2, 3] });
    const shrinking = [{ toJSON: () => shrinking.splice(1).length }, 2, 3];
    assert.deepEqual(new Reader().read(shrinking), [2, null, null]);
    assert.equal(reads, 1);
  });

  it("makes each string well-formed where it is told to", () => {
    const reader = new Reader();
    assert.deepEqual(reader.read(["a\ud83c", "\udf0ab"], STRINGS.apart), ["a\ufffd", "\ufffdb"]);
    assert.deepEqual(reader.read({ "\ud83c": 1 }), { "\ufffd": 1 });
    assert.equal(reader.isPlain, false);
    assert.deepEqual(problem({ a: { "\ud83c": 1, "\ud83d": 2 } }), [
      "a.\ud83c",
      "two members whose names differ in a lone surrogate alone",
    ]);
    assert.deepEqual(new Reader().read(new Map([["\ud83c", 1]])), { "\ufffd": 1 });
  });

  it("lets the caller's code walk something else amid a walk", () => {
    const reader = new Reader();
    const inner = new Reader();
    inner.walker = reader.walker;
    inner.core = reader.core;
    inner.staging = reader.staging;
    const outer = {
      before: "text é",
      get nested() {
        assert.ok(reader.walker.isBusy());
        const suspended = reader.walker.suspend();
        try {
          return inner.read({ inner: ["other", 1], big: new Array(500).fill(1) }).inner;
        } finally {
          reader.walker.resume(suspended);
        }
      },
      known: [1, { after: "more" }],
    };
    assert.deepEqual(reader.read(outer), {
      before: "text é",
      nested: ["other", 1],
      known: [1, { after: "more" }],
    });
    assert.ok(!reader.walker.isBusy());
  });
});
