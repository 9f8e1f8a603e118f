// Behaviour that people asked for in public, from JavaScript values.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Converter, SchemaError } from "twochannel";
import { rows } from "./support/vectors.mjs";

/** What the message of a refused registration must name, besides the tool. */
const REFUSALS = {
  broken_tool: ["/properties/a/type", "strng"],
  upload: ["#/$defs/Shot"],
  remote: ["https://example.invalid/person.json"],
  page: ["/properties/page/exclusiveMinimum", "number"],
};

/** Defaults are filled in by lax validation; strict sends the value unchanged. */
const POLICIES = { R77c: { validation: "lax" } };

describe("the reports", () => {
  for (const report of rows("reports")) {
    const { id, title, tool, expect, valueExpr, call = {} } = report;
    // A value that only Python, or only JSON text can say.
    if ((valueExpr && !valueExpr.js) || id === "R73") continue;

    it(`${id}: ${title}`, () => {
      const policy = { ...report.policy, ...POLICIES[id], tool };
      if (expect.throws) return assertRefused(report, policy);
      const converter = new Converter(report.schema, policy);
      if ("outputSchema" in expect) {
        const { $id, ...schema } = converter.outputSchema;
        const ours = report.compare === "ignore-$id" ? schema : converter.outputSchema;
        assert.deepEqual(withoutTitles(ours, expect.outputSchema), expect.outputSchema);
      }
      const value = valueExpr ? (0, eval)(valueExpr.js) : report.value;
      const { ready, ...options } = call;
      const result = ready ? converter.passThrough(value) : converter.convert(value, options);
      assertExpected(result, report);
      if (!ready) {
        const bytes = new TextDecoder().decode(converter.convertToBytes(value, options));
        assert.equal(bytes, JSON.stringify(result));
      }
    });
  }

  it("R73: Integers above 2^53 are rounded on the structured path only", () => {
    const { schema, tool } = rows("reports").find(({ id }) => id === "R73");
    const json = '{"id":1915883588174806058}';
    const wire = new Converter(schema, { tool }).convertJson(json).toString();
    assert.ok(wire.includes(`"structuredContent":${json}`), wire);
    assert.ok(wire.includes('\\n  \\"id\\": 1915883588174806058\\n'), wire);
  });
});

function assertExpected(result, { expect, schema }) {
  for (const name of ["content", "structuredContent", "isError", "_meta"]) {
    if (name in expect) assert.deepEqual(result[name], expect[name]);
  }
  if (expect.isError && !expect.content) {
    assert.equal(result.content.length, 1);
    assert.equal("structuredContent" in result, false);
    const text = result.content[0].text.toLowerCase();
    for (const part of expect.errorContains ?? []) {
      assert.ok(text.includes(part.toLowerCase()), `${part} is not in ${text}`);
    }
  }
  if (!expect.isError && schema === null && !("structuredContent" in expect)) {
    assert.equal("structuredContent" in result, false);
  }
}

function assertRefused({ schema, tool }, policy) {
  assert.throws(
    () => new Converter(schema, policy),
    (error) => {
      assert.ok(error instanceof SchemaError);
      for (const part of [tool, ...REFUSALS[tool]]) assert.ok(error.message.includes(part), part);
      return true;
    },
  );
}

/** `ours` without each title that `theirs` does not list. */
function withoutTitles(ours, theirs) {
  if (Array.isArray(ours)) return ours.map((item, index) => withoutTitles(item, theirs?.[index]));
  if (typeof ours !== "object" || ours === null) return ours;
  const members = Object.entries(ours)
    .filter(([name, value]) => name !== "title" || typeof value !== "string" || theirs?.title)
    .map(([name, value]) => [name, withoutTitles(value, theirs?.[name])]);
  return Object.fromEntries(members);
}
