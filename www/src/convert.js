/** One run: from the texts in the editors to everything that is shown. Runs in the worker. */

import { Converter, lint, SchemaError } from "twochannel";
import { find, scan } from "./json/scan.js";
import { pretty } from "./json/layout.js";
import { member } from "./json/level.js";
import { schemaIn } from "./recognise.js";
import { ruleOf } from "./rules.js";

/** How many issues and pieces of advice are shown. */
const MOST_SHOWN = 200;
/** Beyond this many characters a value is not looked at for advice. */
const LINT_LIMIT = 300_000;

/** The last converters: compiling a schema is most of the work. */
const kept = new Map();

/**
 * @param {{ value: string, schema: string, policy: string, call: Call, chosen: number }} input
 * @typedef {{ ready?: boolean, text?: string, meta?: object }} Call
 */
export function run(input) {
  const started = performance.now();
  const schemaText = read(input.schema, "schema");
  const policyText = read(input.policy, "policy");
  const valueText = read(input.value, "value");
  const recognised = schemaText.isEmpty
    ? { schema: null, base: "", tool: null, note: null, tools: [] }
    : schemaIn(schemaText.json, input.chosen);
  const { schema, base } = recognised;
  const policy = isObject(policyText.json) && recognised.tool !== null
    ? { tool: recognised.tool, ...policyText.json }
    : policyText.json;
  const places = { value: valueText, schema: schemaText };
  const output = {
    faults: [schemaText, policyText, valueText].flatMap(({ fault }) => fault ?? []),
    note: recognised.note,
    tools: recognised.tools,
    isEmpty: valueText.isEmpty,
    wrapped: false,
    hasSchema: schema !== null,
    policy,
    finished: valueText.finished,
    published: null,
    hostSchema: schema === null ? null : sliceAt(schemaText, base),
    refusal: null,
    wire: null,
    content: [],
    data: null,
    isError: false,
    failure: null,
    sizes: null,
    issues: [],
    moreIssues: 0,
    advice: [],
  };
  let converter;
  try {
    const key = JSON.stringify([input.schema, input.chosen, policy]);
    converter = converterFor(key, schema, policy);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const pointer = error.pointer === null ? null : base + error.pointer;
    output.refusal = { message: error.message, reason: error.reason, pointer, rule: rangeOf(schemaText, pointer) };
    output.advice = adviceOn(schema, policy, null, base, places);
    return finish(output, started);
  }
  output.wrapped = converter.wrapped;
  output.published = converter.outputSchema === null ? null : pretty(JSON.stringify(converter.outputSchema));
  if (!valueText.isEmpty) {
    convert(converter, valueText, input.call, output);
    const { issues, more } = issuesOf(converter, valueText, input.call);
    output.issues = issues.map((issue) => withPlaces(issue, { converter, schema, base, places, ready: input.call.ready }));
    output.moreIssues = more;
    if (output.isError && output.issues.length === 0) output.failure = output.content[0]?.text ?? null;
  }
  if (schema !== null) {
    const isSmall = valueText.finished.length <= LINT_LIMIT && !valueText.isEmpty && !input.call.ready;
    output.advice = adviceOn(schema, policy, isSmall ? valueText.json : null, base, places);
  }
  return finish(output, started);
}

/** The texts that a model would get with this many spaces a level; `null` where there are none. */
export function textsWithIndent(input, indent) {
  const policy = read(input.policy, "policy").json;
  const output = run({ ...input, policy: JSON.stringify({ ...policy, indent }) });
  return output.wire === null ? null : { content: output.content, data: output.data };
}

function finish(output, started) {
  return { ...output, milliseconds: performance.now() - started };
}

/** A text with what it says; where it is half-typed, with what it says so far. */
function read(text, where) {
  if (text.trim() === "") {
    return { text, finished: "{}", json: {}, fault: null, isEmpty: true, where, root: null };
  }
  const result = { text, finished: text, json: undefined, fault: null, isEmpty: false, where, root: undefined };
  try {
    result.json = JSON.parse(text);
    return result;
  } catch (error) {
    const { fault, finished, root } = scan(text);
    // What the scan takes and the parser does not is rare: its own words then.
    const { at, message } = fault ?? { at: 0, message: String(error.message) };
    result.fault = { where, at, message };
    try {
      result.json = JSON.parse(finished);
      return Object.assign(result, { finished, root });
    } catch {
      return Object.assign(result, { finished: "null", json: null, isEmpty: true, root });
    }
  }
}

function converterFor(key, schema, policy) {
  let converter = kept.get(key);
  if (converter === undefined) {
    converter = new Converter(schema, policy);
    kept.set(key, converter);
    if (kept.size > 4) {
      const [[oldest, unused]] = kept;
      unused.free();
      kept.delete(oldest);
    }
  }
  return converter;
}

function convert(converter, valueText, call, output) {
  const options = { text: call.text, meta: call.meta };
  const wire = call.ready
    ? JSON.stringify(converter.passThrough(valueText.json))
    : new TextDecoder().decode(converter.convertJson(valueText.finished, options));
  const result = JSON.parse(wire);
  output.wire = wire;
  output.content = Array.isArray(result.content) ? result.content : [];
  output.isError = result.isError === true;
  output.data = member(wire, "structuredContent");
  output.sizes = {
    wire: bytes(wire) + ENVELOPE,
    content: bytes(member(wire, "content") ?? ""),
    data: bytes(output.data ?? ""),
    schema: converter.outputSchema === null ? 0 : bytes(JSON.stringify(converter.outputSchema)),
  };
}

/** The bytes of a JSON-RPC response around its result. */
const ENVELOPE = '{"jsonrpc":"2.0","id":1,"result":}'.length;

function bytes(text) {
  return new TextEncoder().encode(text).length;
}

function issuesOf(converter, { json }, call) {
  if (!call.ready) return limited(converter.check(json));
  if (!isObject(json) || json.isError === true || !("structuredContent" in json)) return limited([]);
  const data = json.structuredContent;
  return limited(converter.check(converter.wrapped ? data?.result : data));
}

function limited(issues) {
  return { issues: issues.slice(0, MOST_SHOWN), more: Math.max(0, issues.length - MOST_SHOWN) };
}

/** An issue with its place in the value's text and the place of its rule in the schema's. */
function withPlaces(issue, { converter, schema, base, places, ready }) {
  const skip = converter.wrapped ? 1 : 0;
  const own = { ...issue, path: issue.path.slice(skip), pointer: skip ? issue.pointer.replace(/^\/result/, "") : issue.pointer };
  const pointer = ready ? `/structuredContent${issue.pointer}` : own.pointer;
  const rule = schema === null ? null : base + ruleOf(schema, own);
  return {
    ...issue,
    valuePointer: pointer,
    schemaPointer: rule,
    value: rangeOf(places.value, pointer, issue.code === "extra_forbidden"),
    rule: rangeOf(places.schema, rule),
  };
}

/** Characters to mark: a scalar as a whole, of a container only how it begins. */
function rangeOf(source, pointer, isName = false) {
  if (pointer === null || source.isEmpty) return null;
  source.root ??= scan(source.text).root;
  const { node, isExact } = find(source.root, pointer);
  if (node === null) return null;
  if (isName && isExact && node.keyFrom >= 0) return { from: node.keyFrom, to: node.keyTo };
  const from = source.where === "schema" && node.keyFrom >= 0 ? node.keyFrom : node.from;
  const isLong = node.inner !== null && (node.to - node.from > 80 || source.text.slice(node.from, node.to).includes("\n"));
  if (!isLong && isExact) return { from, to: node.to };
  return from === node.from ? { from, to: from + 1 } : { from, to: node.keyTo };
}

function sliceAt(source, pointer) {
  if (pointer === "" && source.fault === null) return source.text;
  const finished = source.fault === null ? source : { text: source.finished };
  const { node } = find(scan(finished.text).root, pointer);
  return node === null ? "null" : finished.text.slice(node.from, node.to);
}

function adviceOn(schema, policy, value, base, places) {
  if (schema === null) return [];
  let findings;
  try {
    findings = lint(schema, policy, value ?? undefined);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [];
  }
  return findings.slice(0, MOST_SHOWN).map((finding) => {
    const pointer = base + finding.pointer;
    return { ...finding, schemaPointer: pointer, rule: rangeOf(places.schema, pointer) };
  });
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
