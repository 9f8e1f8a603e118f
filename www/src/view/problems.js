/** Issues, syntax faults and advice as rows that point into the editors. */

import { count, fill, h } from "./dom.js";

/**
 * The rows of an output, and the marks that belong to them.
 *
 * @returns {{ problems: Row[], advice: Row[] }}
 * @typedef {{ id: string, kind: "issue" | "fault" | "advice", place: string, text: string,
 *   code: string, more?: string, value?: Range | null, schema?: Range | null,
 *   policy?: Range | null }} Row
 */
export function rowsOf(output) {
  const problems = [];
  for (const [index, { where, at, message }] of output.faults.entries()) {
    problems.push({
      id: `fault-${index}`,
      kind: "fault",
      place: NAMES[where],
      text: `Not JSON yet: ${message}. Read as far as it goes.`,
      code: "syntax",
      [where]: { from: Math.max(0, at - 0), to: at + 1 },
    });
  }
  if (output.refusal) {
    const { reason, message, pointer, rule } = output.refusal;
    const place = pointer === null ? "policy or schema" : `schema ${pointer || "root"}`;
    problems.push({ id: "refusal", kind: "fault", place, text: pointer === null ? message : reason, code: "SchemaError", schema: rule });
  }
  for (const [index, issue] of output.issues.entries()) {
    problems.push({
      id: `issue-${index}`,
      kind: "issue",
      place: issue.path.length === 0 ? "the whole value" : issue.path.join("."),
      text: issue.message,
      code: issue.code,
      more: issue.code === "missing" ? null : `found: ${issue.inputType}`,
      value: issue.value,
      schema: issue.rule,
    });
  }
  if (output.moreIssues > 0) {
    problems.push({ id: "more", kind: "issue", place: "…", text: `and ${count(output.moreIssues, "more problem", "more problems")}`, code: "" });
  }
  if (output.failure !== null) {
    problems.push({ id: "failure", kind: "issue", place: "the whole value", text: output.failure, code: "result" });
  }
  const advice = output.advice.map((finding, index) => ({
    id: `advice-${index}`,
    kind: "advice",
    place: finding.schemaPointer || "schema root",
    text: finding.message,
    code: finding.code,
    more: finding.reason,
    schema: finding.schemaPointer === "" ? null : finding.rule,
  }));
  return { problems, advice };
}

const NAMES = { value: "value", schema: "schema", policy: "policy" };

/** Shows rows; `onPick` is told which one is chosen, `onPoint` which one is pointed at. */
export function showRows(target, rows, empty, { onPick, onPoint }) {
  if (rows.length === 0) {
    fill(target, h("p.nothing", {}, empty));
    return;
  }
  fill(
    target,
    h(
      "ol.rows",
      {},
      rows.map((row) =>
        h(
          "li",
          {},
          h(
            `button.row.${row.kind}`,
            {
              type: "button",
              "data-row": row.id,
              onclick: () => onPick(row),
              onmouseenter: () => onPoint(row.id),
              onmouseleave: () => onPoint(null),
              onfocus: () => onPoint(row.id),
            },
            h("span.row-place", {}, row.place),
            h("span.row-code", {}, row.code),
            h("span.row-text", {}, row.text),
            row.more && h("span.row-more", {}, row.more),
          ),
        ),
      ),
    ),
  );
}

/** Shows which row belongs to the mark that is looked at. */
export function activateRow(targets, id) {
  for (const target of targets) {
    for (const row of target.querySelectorAll("[data-row]")) {
      row.classList.toggle("is-active", row.dataset.row === id);
    }
  }
}
