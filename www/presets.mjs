/** Examples for the page, from the reference page's cases and the project's own tests. */

import { children } from "./src/json/level.js";
import { pretty } from "./src/json/layout.js";

/**
 * @param {object[]} reference the cases in `presets/reference.json`
 * @param {string} reports test lines: each a case that people asked for
 * @returns {{ group: string, title: string, about: string, state: object }[]}
 */
export function presets(reference, reports) {
  const lines = reports.split("\n").filter((line) => line !== "");
  return [
    ...reference.map(({ title, about, tool, schema, value, policy, call }) =>
      preset("From the reference", title, about, {
        value: JSON.stringify(value),
        schema: schema === null ? "" : JSON.stringify(schema),
        policy: { tool, ...policy },
        call,
      }),
    ),
    ...lines.flatMap((line) => report(line) ?? []),
  ];
}

/** A test line as an example; `null` where its value is none of JSON. */
function report(line) {
  const { id, title, tool, policy, call, schema, valueExpr, notes } = JSON.parse(line);
  if (valueExpr !== undefined) return null;
  const about = notes.replace(/^(JUDGEMENT|Reference parity)[^.]*\.?\s*/, "");
  return preset("From reports", `${title}`, about, {
    // As it is written in the line: no digit is read.
    value: raw(line, "value"),
    schema: schema === null ? "" : raw(line, "schema"),
    policy: { tool, ...policy },
    call,
    id,
  });
}

function preset(group, title, about, { value, schema, policy, call = {}, id }) {
  return {
    group,
    title,
    about,
    ...(id && { id }),
    state: {
      value: pretty(value),
      schema: schema === "" ? "" : pretty(schema),
      policy: JSON.stringify(policy, null, 2),
      chosen: 0,
      call: { ready: call.ready === true, text: call.text ?? "", meta: call.meta ? JSON.stringify(call.meta) : "" },
    },
  };
}

function raw(line, name) {
  const { from, to } = children(line, 0).find(({ key }) => key === name);
  return line.slice(from, to);
}
