/** The inputs as programs that run: values stay JSON text, so that every digit counts. */

import { compact } from "./json/layout.js";

/**
 * @typedef {object} Case
 * @property {string} value JSON
 * @property {string | null} schema JSON
 * @property {Record<string, unknown>} policy
 * @property {{ ready?: boolean, text?: string, meta?: object }} call
 */

/** @param {Case} given */
export function node({ value, schema, policy, call }) {
  const lines = ['import { Converter } from "twochannel";', ""];
  lines.push(`const schema = ${jsValue(schema ?? "null")};`);
  lines.push(`const policy = ${JSON.stringify(policy, null, 2)};`);
  lines.push(`const value = ${jsText(value)};`, "");
  lines.push("const converter = new Converter(schema, policy);");
  if (call.ready) {
    lines.push("console.log(JSON.stringify(converter.passThrough(JSON.parse(value))));");
  } else {
    const { text, meta } = call;
    const options = text !== undefined || meta !== undefined ? `, ${JSON.stringify({ text, meta })}` : "";
    lines.push(`const result = converter.convertJson(value${options});`);
    lines.push("console.log(new TextDecoder().decode(result));");
  }
  return `${lines.join("\n")}\n`;
}

/** @param {Case} given */
export function python({ value, schema, policy, call }) {
  const lines = ["import json", "", "from twochannel import Converter", ""];
  lines.push(`schema = ${schema === null ? "None" : `json.loads(${pythonText(schema)})`}`);
  lines.push(`value = ${pythonText(value)}`, "");
  const members = Object.entries(policy).map(([name, member]) => `    ${snake(name)}=${pythonValue(member)},\n`);
  lines.push(members.length === 0 ? "converter = Converter(schema)" : `converter = Converter(\n    schema,\n${members.join("")})`);
  if (call.ready) {
    lines.push("print(json.dumps(converter.pass_through(json.loads(value)), ensure_ascii=False))");
  } else {
    const options = ["text", "meta"].flatMap((name) => (call[name] === undefined ? [] : `, ${name}=${pythonValue(call[name])}`));
    lines.push(`print(converter.convert_json(value${options.join("")}).decode())`);
  }
  return `${lines.join("\n")}\n`;
}

/** @param {Case} given */
export function rust({ value, schema, policy, call }) {
  const hasOptions = !call.ready && (call.text !== undefined || call.meta !== undefined);
  const lines = [`use twochannel::{${hasOptions ? "Call, " : ""}Converter, Policy};`, ""];
  lines.push("fn main() -> Result<(), Box<dyn std::error::Error>> {");
  if (schema !== null) {
    lines.push(`    let schema: serde_json::Value = serde_json::from_str(${rustText(schema)})?;`);
  }
  lines.push(`    let policy = Policy::from_json(&serde_json::from_str(${rustText(JSON.stringify(policy))})?)?;`);
  lines.push(`    let converter = Converter::new(${schema === null ? "None" : "Some(&schema)"}, policy)?;`);
  lines.push(`    let value = ${rustText(value)};`);
  if (hasOptions) {
    const option = (text) => (text === undefined ? "None" : `Some(${rustText(text)})`);
    const meta = call.meta === undefined ? undefined : JSON.stringify(call.meta);
    lines.push(`    let call = Call { text: ${option(call.text)}, meta: ${option(meta)}, ..Call::default() };`);
    lines.push("    let result = converter.convert_json_with(value.as_bytes(), call);");
  } else {
    lines.push(`    let result = converter.${call.ready ? "pass_through_json" : "convert_json"}(value.as_bytes());`);
  }
  lines.push('    println!("{}", String::from_utf8(result)?);', "    Ok(())", "}");
  return `${lines.join("\n")}\n`;
}

/**
 * A line for the project's own tests: what there is now is what is expected.
 *
 * @param {Case} given
 * @param {{ outputSchema: string | null, content: object[], data: string | null, isError: boolean,
 *   refusal: string | null }} found
 */
export function testLine({ value, schema, policy, call }, found) {
  const { tool = "tool", ...others } = policy;
  const expect = [];
  if (found.refusal !== null) expect.push(["throws", JSON.stringify(found.refusal)]);
  else {
    if (found.outputSchema !== null) expect.push(["outputSchema", compact(found.outputSchema)]);
    expect.push(["content", JSON.stringify(found.content)]);
    if (found.data !== null) expect.push(["structuredContent", found.data]);
    expect.push(["isError", String(found.isError)]);
  }
  const members = [
    ["id", '"new"'],
    ["title", JSON.stringify(`${tool}: what is wrong here`)],
    ["schema", compact(schema ?? "null")],
    ["value", compact(value)],
    ["tool", JSON.stringify(tool)],
    Object.keys(others).length > 0 && ["policy", JSON.stringify(others)],
    Object.keys(call).length > 0 && ["call", JSON.stringify(call)],
    ["notes", '"From the playground. expect is what it answers now: correct it."'],
    ["expect", object(expect)],
  ];
  return `${object(members.filter(Boolean))}\n`;
}

function object(members) {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(", ")}}`;
}

/** JSON is JavaScript, but for one name that would set a prototype. */
function jsValue(json) {
  return json.includes("__proto__") || json.includes("\\u") ? `JSON.parse(${jsText(json)})` : json;
}

function jsText(text) {
  return /[`\\\r]|\$\{/.test(text) ? JSON.stringify(text) : `\`${text}\``;
}

function pythonText(text) {
  return /"""|\r|\\$/.test(text) ? JSON.stringify(text) : `r"""\n${text}\n"""`;
}

function pythonValue(value) {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function rustText(text) {
  if (!/["\\]/.test(text)) return `"${text}"`;
  const longest = Math.max(0, ...(text.match(/"#*/g) ?? []).map((run) => run.length));
  const fence = "#".repeat(Math.max(1, longest));
  return `r${fence}"${text}"${fence}`;
}
