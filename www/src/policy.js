/** The members of a policy, in the words of the form. */

/** @type {{ name: string, about: string, choices?: [unknown, string][], kind?: "text" | "number", least?: number, most?: number, initial: unknown, group: string }[]} */
export const MEMBERS = [
  { group: "Tool", name: "tool", kind: "text", initial: "tool", about: "The tool's name, for titles and error text." },
  {
    group: "Tool", name: "preset", initial: null, about: "A set of values that the other members override.",
    choices: [[null, "none"], ["python-sdk", "lax validation, NaN by name: what the official Python SDK does"]],
  },
  {
    group: "Tool", name: "revision", initial: "2025-11-25", about: "The client's protocol revision.",
    choices: [["2025-11-25", "the default"], ["2025-06-18", "the first with structured data"], ["2025-03-26", "text alone"], ["2024-11-05", "text alone"], ["2026-07-28", "any JSON as data, and resultType"]],
  },
  {
    group: "Data", name: "structuredOutput", initial: null, about: "Whether there is structured data.",
    choices: [[null, "where a schema is given"], [true, "insist on a schema"], [false, "text alone"]],
  },
  {
    group: "Data", name: "wrap", initial: "auto", about: "When the value goes into {\"result\": …}.",
    choices: [["auto", "where the root is no object"], ["always", "in any case"], ["never", "in no case; other roots need revision 2026-07-28"]],
  },
  {
    group: "Data", name: "validation", initial: "strict", about: "How the value is held against the schema.",
    choices: [["strict", "JSON Schema as written, the value sent unchanged"], ["lax", "pydantic's lax mode, the cleaned value sent"]],
  },
  {
    group: "Data", name: "extra", initial: "keep", about: "Members that the schema does not declare (strict only).",
    choices: [["keep", "sent"], ["strip", "dropped from the data; the text shows them"]],
  },
  {
    group: "Data", name: "nullOptional", initial: "keep", about: "A null where the member is optional and null is not allowed.",
    choices: [["keep", "sent, and refused"], ["omit", "dropped from the data"]],
  },
  {
    group: "Data", name: "formats", initial: "assert", about: "Whether `format` is checked.",
    choices: [["assert", "checked"], ["annotate", "a remark"]],
  },
  {
    group: "Data", name: "publishSchema", initial: true, about: "Whether outputSchema is published.",
    choices: [[true, "published"], [false, "only validated against"]],
  },
  {
    group: "Text", name: "text", initial: "mirror", about: "Whether the data is mirrored as text.",
    choices: [["mirror", "as text too"], ["none", "content is empty"]],
  },
  {
    group: "Text", name: "list", initial: "perItem", about: "How an array becomes text.",
    choices: [["perItem", "one block per item"], ["single", "all in one block"]],
  },
  {
    group: "Text", name: "emptyList", initial: "none", about: "What an empty array becomes.",
    choices: [["none", "no block"], ["text", "one block, []"]],
  },
  { group: "Text", name: "indent", kind: "number", least: 0, most: 8, initial: 2, about: "Spaces per level, 0 to 8; 0 is compact." },
  {
    group: "Edges", name: "errors", initial: "full", about: "How much an error result says.",
    choices: [["full", "every problem with its value"], ["named", "plain words, never a value"], ["generic", "that the tool failed"]],
  },
  {
    group: "Edges", name: "nonFinite", initial: "error", about: "What NaN and infinities become.",
    choices: [["error", "an error that names the place"], ["null", "null"], ["constants", "by name in text, null in data"]],
  },
  {
    group: "Edges", name: "unsafeIntegers", initial: "error", about: "A BigInt beyond ±2^53 in data (JavaScript values only).",
    choices: [["error", "an error that names the place"], ["string", "a string of its digits"]],
  },
  { group: "Edges", name: "maxDepth", kind: "number", least: 1, most: 500, initial: 128, about: "Deeper values are an error result; 1 to 500." },
  { group: "Edges", name: "maxBytes", kind: "number", least: 1, most: undefined, initial: null, about: "Larger results are an error result. Empty: no limit." },
];

/** What the members start from under a preset. */
const PRESETS = { "python-sdk": { validation: "lax", nonFinite: "constants" } };

/** The value that a member has where the policy does not name it. */
export function initialOf(member, policy) {
  return PRESETS[policy.preset]?.[member.name] ?? member.initial;
}

/** The policy with one member set; a member at its initial value is left out. */
export function withMember(policy, member, value) {
  const { [member.name]: _, ...others } = policy;
  const isInitial = Object.is(value, initialOf(member, others));
  return isInitial ? others : { ...policy, [member.name]: value };
}

/** How many members differ from the default. */
export function changes(policy) {
  return Object.keys(policy).filter((name) => name !== "tool").length;
}
