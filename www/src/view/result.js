/** The verdict, what is published, the data and the wire. */

import { diff } from "../diff.js";
import { pretty } from "../json/layout.js";
import { children } from "../json/level.js";
import { count, fill, h } from "./dom.js";
import { tree } from "./tree.js";

const LONGEST = 20_000;

/** @returns {[state: string, head: string, rest: string]} */
export function verdictOf(output) {
  const { wire, content, data, isError, refusal, sizes, faults, issues, moreIssues, isEmpty } = output;
  const so = faults.some(({ where }) => where === "value") ? " The value is half-typed and read as far as it goes." : "";
  if (refusal) return ["bad", "No converter can be made.", refusal.message];
  if (isEmpty && wire === null) return ["idle", "No value yet.", "Type one, or open an example."];
  const blocks = count(content.length, "block");
  if (isError) {
    const found = issues.length + moreIssues;
    const why = found > 0 ? ` ${count(found, "problem")}.` : "";
    return ["bad", `An error result.${why}`, `The model reads the reason, the application gets no data.${so}`];
  }
  if (data === null) return ["text", "Text alone.", `${blocks} for the model, no structured data.${so}`];
  return ["good", "Sent in both channels.", `${blocks} for the model, ${count(sizes.data, "byte")} of data for the application.${so}`];
}

export function showVerdict(target, output) {
  const [state, head, rest] = verdictOf(output);
  target.dataset.state = state;
  const time = h("span.time", {}, `${output.milliseconds < 10 ? output.milliseconds.toFixed(1) : Math.round(output.milliseconds)} ms`);
  fill(target, h("strong", {}, head), " ", h("span", {}, rest), time);
}

export function showData(target, output) {
  if (output.data !== null) return fill(target, tree(output.data));
  const why = output.wire === null
    ? "There is no result."
    : output.isError
      ? "An error result has no structuredContent."
      : "structuredContent is absent.";
  fill(target, h("p.nothing", {}, "Nothing. ", h("span", {}, why)));
}

export function showPublished(target, output, asDiff) {
  const { published, hostSchema, refusal, hasSchema } = output;
  if (published === null) {
    const why = refusal ? "The schema or the policy was refused." : hasSchema ? "The policy publishes no schema." : "No return schema is given.";
    fill(target, h("p.nothing", {}, "Nothing. ", h("span", {}, why)));
    return;
  }
  const lines = asDiff && hostSchema !== null ? diff(pretty(hostSchema), published) : published.split("\n").map((text) => ({ sign: " ", text }));
  if (asDiff && lines.every(({ sign }) => sign === " ")) {
    fill(target, h("p.faint", {}, "Published as it is."), listing(lines));
    return;
  }
  fill(target, listing(lines));
}

function listing(lines) {
  const NAMES = { "+": "ins", "-": "del", " ": "span" };
  return h("pre.lines", {}, lines.map(({ sign, text }) => h(`${NAMES[sign]}.line`, { "data-sign": sign }, `${text}\n`)));
}

export function showWire(target, size, output) {
  const { wire, sizes } = output;
  if (wire === null) {
    size.textContent = "";
    fill(target, h("p.nothing", {}, "Nothing. ", h("span", {}, "There is no result.")));
    return;
  }
  size.textContent = count(sizes.wire, "byte");
  const other = sizes.wire - sizes.content - sizes.data;
  const parts = [
    ["model", "content", sizes.content],
    ["app", "structuredContent", sizes.data],
    ["rest", "the rest", other],
  ];
  const bar = h("div.bytes-bar", { "aria-hidden": "true" }, parts.map(([kind, , bytes]) => {
    const part = h(`span.${kind}`);
    part.style.flexGrow = String(bytes);
    return part;
  }));
  const legend = h("ul.legend", {}, parts.map(([kind, name, bytes]) => h(`li.${kind}`, {}, `${name} `, h("b", {}, bytes.toLocaleString("en")))));
  const also = sizes.schema > 0 ? h("p.faint", {}, `outputSchema adds ${count(sizes.schema, "byte")} to each tools/list.`) : null;
  fill(target, bar, legend, h("pre.wire", {}, segments(wire)), also);
}

/** The response as it is sent, each channel in its colour. */
function segments(wire) {
  const out = ['{"jsonrpc":"2.0","id":1,"result":'];
  const kinds = { content: "span.model", structuredContent: "span.app" };
  let at = 0;
  for (const { key, from, to } of children(wire, 0)) {
    if (!Object.hasOwn(kinds, key)) continue;
    out.push(wire.slice(at, from), h(kinds[key], {}, cut(wire.slice(from, to))));
    at = to;
  }
  out.push(wire.slice(at), "}");
  return out;
}

function cut(text) {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${(text.length - LONGEST).toLocaleString("en")} more characters)`;
}
