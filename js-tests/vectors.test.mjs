// The reference vectors from JavaScript values and from JSON text: both ways give the same result.
// That it is the right one is tested in Rust, from JSON text.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Converter } from "twochannel";
import { rows, survivesParsing } from "./support/vectors.mjs";

const WRAP = { true: "always", false: "never", undefined: "auto" };
const decoder = new TextDecoder();

for (const file of ["structure", "types", "formats"]) {
  for (const [mode, preset] of Object.entries({ strict: {}, lax: { preset: "python-sdk" } })) {
    describe(`${file}, ${mode}`, () => {
      it("is the same from JavaScript values as from JSON text", (context) => {
        let [compared, all] = [0, 0];
        for (const row of rows(file)) {
          if (row.expect.registrationError) continue;
          const converter = converterOf(row, preset);
          if (converter === null) continue;
          all += 1;
          const published = JSON.stringify(converter.outputSchema);
          assert.equal(published, JSON.stringify(row.expect.outputSchema), row.id);
          const fromText = decoder.decode(converter.convertJson(row.value));
          if (mode === "lax") {
            assert.equal(JSON.parse(fromText).isError, row.expect.error != null, row.id);
          }
          if (survivesParsing(row.value)) {
            compare(converter, row, fromText, mode);
            compared += 1;
          }
          converter.free();
        }
        context.diagnostic(`${compared} of ${all} values are the same in both notations`);
        assert.ok(compared > all / 2);
      });
    });
  }
}

/** The row's converter; null where strict validation has no use for its schema. */
function converterOf(row, preset) {
  const { tool, structuredOutput, wrap } = row;
  return new Converter(row.schema, { tool, structuredOutput, wrap: WRAP[wrap], ...preset });
}

function compare(converter, row, fromText, mode) {
  const value = JSON.parse(row.value);
  const fromValue = decoder.decode(converter.convertToBytes(value));
  if (mode === "strict") {
    assert.equal(fromValue, fromText, row.id);
  } else {
    // A number that came as text keeps its kind: `3` is cleaned to `3.0`.
    assert.deepEqual(JSON.parse(fromValue), JSON.parse(fromText), row.id);
  }
  assert.deepEqual(converter.convert(value), JSON.parse(fromValue), row.id);
}
