/** What is measured: a schema, a value, and whether the value keeps the schema's promise. */

import { records, recordsList, recordsObject } from "./records.mjs";

const document = {
  type: "object",
  properties: { title: { type: "string" }, body: { type: "string" } },
  required: ["title", "body"],
};

const fill = (line, length) => line.repeat(Math.ceil(length / line.length));

/** The same numbers in every run. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const random = randomNumbers(12345);

function nested(depth) {
  let value = { name: "leaf", next: null };
  for (let level = 1; level < depth; level++) value = { name: `level ${level}`, next: value };
  return value;
}

/** Objects of forty shapes: members come and go. */
const mixed = Array.from({ length: 1000 }, (_, i) => {
  const item = { id: i };
  for (let k = 0; k < 3 + (i % 5); k++) {
    const name = `f${(i * 7 + k) % 40}`;
    item[name] = k % 3 === 0 ? Math.round(random() * 10000) / 100 : k % 3 === 1 ? `value ${i}` : k % 2 === 0;
  }
  return item;
});

const wideColumns = Array.from({ length: 40 }, (_, i) => `column_${i}`);
const wide = Array.from({ length: 250 }, (_, row) =>
  Object.fromEntries(wideColumns.map((name, i) => [name, i % 2 ? row * i : `cell ${row}`])),
);

export const cases = [
  { name: "a bare scalar", schema: { type: "integer" }, value: 17 },
  ...[1, 10, 100, 1000, 10000].flatMap((n) => [
    { name: `object of ${n} records`, schema: recordsObject, value: { days: records(n) } },
    { name: `list of ${n} records`, schema: recordsList, value: records(n) },
  ]),
  {
    name: "100 kB of ASCII text",
    schema: document,
    value: { title: "log", body: fill('A plain line with "quotes" and\tmore text that goes on and on.\n', 100_000) },
  },
  {
    name: "100 kB of other text",
    schema: document,
    value: { title: "doc", body: fill('Die Überschrift: "Grüße aus Zürich", café, naïve, 日本語.\nA plain line between.\n', 70_000) },
  },
  {
    name: "10,000 floats",
    schema: { type: "object", properties: { values: { type: "array", items: { type: "number" } } }, required: ["values"] },
    value: { values: Array.from({ length: 10000 }, () => random() * 1000) },
  },
  {
    name: "nesting of 100",
    schema: {
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          properties: {
            name: { type: "string" },
            next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] },
          },
          required: ["name", "next"],
        },
      },
    },
    value: nested(100),
  },
  {
    name: "1,000 mixed shapes",
    schema: {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } },
      },
      required: ["items"],
    },
    value: { items: mixed },
  },
  {
    name: "250 rows of 40 columns",
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: Object.fromEntries(
          wideColumns.map((name, i) => [name, { type: i % 2 ? "integer" : "string" }]),
        ),
        required: wideColumns,
        additionalProperties: false,
      },
    },
    value: wide,
  },
  {
    name: "100 records, one of them wrong",
    schema: recordsObject,
    value: { days: records(100).map((day, i) => (i === 50 ? { ...day, humidity: "high" } : day)) },
    fails: true,
  },
];
