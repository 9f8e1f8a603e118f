/** Finds the rule of a schema that an issue is about. */

import { escape, unescape } from "./json/scan.js";

/** How many places are looked at before the search gives up. */
const BUDGET = 1000;

/** The keywords that each kind of issue can come from, likeliest first. */
const KEYWORDS = [
  [/^missing$/, ["required", "dependentRequired"]],
  [/^extra_forbidden$/, ["additionalProperties", "unevaluatedProperties", "propertyNames"]],
  [/^greater_than_equal$/, ["minimum"]],
  [/^greater_than$/, ["exclusiveMinimum", "minimum"]],
  [/^less_than_equal$/, ["maximum"]],
  [/^less_than$/, ["exclusiveMaximum", "maximum"]],
  [/^multiple_of$/, ["multipleOf"]],
  [/^(string|bytes|url)_too_short$/, ["minLength"]],
  [/^(string|bytes|url)_too_long$/, ["maxLength"]],
  [/^string_pattern_mismatch$/, ["pattern"]],
  [/^too_short$/, ["minItems", "minProperties", "prefixItems", "items"]],
  [/^too_long$/, ["maxItems", "maxProperties", "items", "prefixItems"]],
  [/^(literal_error|enum)$/, ["enum", "const"]],
  [/^union_tag/, ["discriminator", "oneOf", "anyOf"]],
  [/^(date|time|uuid|url|decimal|bytes)/, ["format", "contentEncoding", "type", "anyOf"]],
  [/^value_error$/, ["uniqueItems", "contains", "oneOf", "not", "format", "contentEncoding", "contentMediaType", "const", "enum", "propertyNames"]],
  [/./, ["type", "enum", "const", "format", "anyOf", "oneOf", "properties"]],
];

/** Words in the message of a `value_error`, and the keyword they speak of. */
const WORDS = [
  [/unique/, "uniqueItems"],
  [/matching item/, "contains"],
  [/exactly one/, "oneOf"],
  [/`not`/, "not"],
  [/text should hold/, "contentEncoding"],
];

/**
 * @param {unknown} schema the host's schema
 * @param {{ path: (string | number)[], pointer: string, code: string, message: string }} issue with
 *   path and pointer from the host's value, without a wrapper
 * @returns {string} a JSON Pointer into the schema, as near as it can be told
 */
export function ruleOf(schema, issue) {
  const wanted = keywordsOf(issue);
  const last = issue.path.at(-1);
  const names = issue.code === "missing" || issue.code === "extra_forbidden";
  const path = names ? issue.path.slice(0, -1) : issue.path;
  const tokens = issue.pointer.split("/").slice(1).map(unescape);
  const search = { schema, path, wanted, last, arms: issue.path.length - tokens.length, seen: new Set() };
  let nearest = { pointer: "", depth: -1 };
  const exact = walk(search, "", 0, search.arms, (pointer, depth) => {
    if (depth > nearest.depth) nearest = { pointer, depth };
  });
  return exact ?? nearest.pointer;
}

function keywordsOf({ code, message }) {
  if (code === "value_error") {
    const word = WORDS.find(([pattern]) => pattern.test(message));
    if (word) return [word[1]];
  }
  return KEYWORDS.find(([pattern]) => pattern.test(code))[1];
}

/** The pointer of the rule below `pointer`, or null; tells `near` of places on the way. */
function walk(search, pointer, step, arms, near) {
  const visit = `${pointer} ${step} ${arms}`;
  if (search.seen.has(visit) || search.seen.size >= BUDGET) return null;
  search.seen.add(visit);
  const schema = at(search.schema, pointer);
  if (schema === false) return pointer;
  if (typeof schema !== "object" || schema === null) return null;
  near(pointer, step);
  const go = (below, steps, fewer = 0) => walk(search, pointer + below, step + steps, arms - fewer, near);
  const isThere = step === search.path.length;
  if (isThere) {
    const keyword = search.wanted.find((keyword) => Object.hasOwn(schema, keyword));
    if (keyword !== undefined && applies(search, schema, keyword)) {
      return pointer + ruleWithin(schema, keyword, search.last);
    }
  }
  const segment = search.path[step];
  for (const keyword of ["anyOf", "oneOf"]) {
    const list = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    if (arms > 0 && !isThere) {
      const named = list.map((arm, index) => [likeness(search.schema, arm, String(segment)), index]);
      named.sort(([a], [b]) => b - a);
      for (const [score, index] of named) {
        const found = score > 0 ? go(`/${keyword}/${index}`, 1, 1) : null;
        if (found !== null) return found;
      }
    }
  }
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
    const target = decodeURIComponent(schema.$ref.slice(1));
    const found = walk(search, target, step, arms, near);
    if (found !== null) return found;
  }
  if (!isThere) {
    for (const below of subschemas(schema, segment)) {
      const found = go(below, 1);
      if (found !== null) return found;
    }
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const list = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    for (const index of list.keys()) {
      const found = go(`/${keyword}/${index}`, 0);
      if (found !== null) return found;
    }
  }
  for (const keyword of ["then", "else", "if"]) {
    const found = keyword in schema ? go(`/${keyword}`, 0) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Whether a list of names is the one that misses this name. */
function applies({ last, wanted }, schema, keyword) {
  if (keyword !== "required" || wanted[0] !== "required") return true;
  return Array.isArray(schema.required) && schema.required.includes(last);
}

function ruleWithin(schema, keyword, last) {
  const index = keyword === "required" ? schema.required.indexOf(last) : -1;
  return index < 0 ? `/${keyword}` : `/${keyword}/${index}`;
}

/** Where the schemas stand that hold for a member or an item. */
function subschemas(schema, segment) {
  const found = [];
  const add = (below, present) => present && found.push(below);
  if (typeof segment === "number") {
    add(`/prefixItems/${segment}`, schema.prefixItems?.[segment] !== undefined);
    if (Array.isArray(schema.items)) add(`/items/${segment}`, schema.items[segment] !== undefined);
    else add("/items", schema.items !== undefined);
    add("/additionalItems", schema.additionalItems !== undefined);
    add("/contains", schema.contains !== undefined);
    return found;
  }
  const { properties, patternProperties } = schema;
  const isDeclared = properties && Object.hasOwn(properties, segment);
  add(`/properties/${escape(segment)}`, isDeclared);
  for (const pattern of Object.keys(patternProperties ?? {})) {
    add(`/patternProperties/${escape(pattern)}`, matches(pattern, segment));
  }
  add("/additionalProperties", !isDeclared && schema.additionalProperties !== undefined);
  add("/unevaluatedProperties", !isDeclared && schema.unevaluatedProperties !== undefined);
  return found;
}

/** Plain patterns only: a hostile one could take for ever here. */
function matches(pattern, name) {
  if (pattern.length > 100 || /[+*{].*[+*{)]/.test(pattern) || name.length > 200) return true;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return true;
  }
}

const TYPES = { integer: "int", number: "float", string: "str", boolean: "bool", null: "none", array: "list", object: "dict" };

/** How well the name of an arm in a path fits a schema; 0 for not at all. */
function likeness(root, arm, name) {
  const behind = typeof arm?.$ref === "string" ? at(root, decodeURIComponent(arm.$ref.slice(1))) : arm;
  if (typeof behind !== "object" || behind === null) return 0;
  const constants = Object.values(behind.properties ?? {}).flatMap((p) => [p?.const, ...(Array.isArray(p?.enum) ? p.enum : [])]);
  const titles = [behind.title, arm.title, arm.$ref?.split("/").at(-1)];
  if (titles.includes(name) || constants.includes(name)) return 3;
  const type = TYPES[behind.type] ?? "";
  if (name === type || (type && name === `constrained-${type}`)) return 3;
  if (type === "list" && /^(list|tuple|set|frozenset)\[/.test(name)) return 2;
  if (("const" in behind || "enum" in behind) && /^(literal|enum)/.test(name)) return 2;
  if (behind.format && name.startsWith(behind.format.slice(0, 4))) return 2;
  if (titles.some((title) => title && name.includes(title))) return 2;
  return 0.5;
}

export function at(value, pointer) {
  let here = value;
  for (const token of pointer.split("/").slice(1)) {
    here = Array.isArray(here) || Object.hasOwn(here ?? {}, unescape(token)) ? here[unescape(token)] : undefined;
  }
  return here;
}
