import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { decode, encode, LinkError } from "../src/link.js";

const state = {
  value: '"😀 ü"',
  schema: "{}",
  policy: '{"tool": "t"}',
  chosen: 2,
  call: { ready: true, text: "x", meta: "{}" },
};

test("a link survives the round trip", async () => {
  const hash = await encode(state);
  assert.match(hash, /^1\.[\w-]+$/);
  assert.deepEqual(await decode(hash), state);
});

test("so does one with 200 kB that cannot be compressed", async () => {
  const large = { ...state, value: JSON.stringify(randomBytes(150_000).toString("base64")) };
  assert.deepEqual(await decode(await encode(large)), large);
});

test("what is no link is refused with a reason", async () => {
  const hash = await encode(state);
  const flipped = hash.slice(0, 30) + (hash[30] === "A" ? "B" : "A") + hash.slice(31);
  const cases = [
    ["nonsense", /not one of the playground's/],
    ["1.", /damaged/],
    ["1.%%%", /damaged/],
    [hash.slice(0, -8), /damaged/],
    [flipped, /damaged|something else/],
    [`2.${hash.slice(2)}`, /version 2; this page knows version 1/],
    [await encode({ hello: 1 }), /something else/],
    [await encode(null), /something else/],
  ];
  for (const [link, message] of cases) {
    await assert.rejects(decode(link), (error) => {
      assert.ok(error instanceof LinkError, String(error));
      assert.match(error.message, message);
      return true;
    });
  }
});

test("a link that unpacks to far more than it is, is not unpacked", async () => {
  const bomb = await encode({ ...state, value: " ".repeat(40_000_000) });
  assert.ok(bomb.length < 100_000);
  await assert.rejects(decode(bomb), /unpacks to more/);
});
