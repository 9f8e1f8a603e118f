/**
 * From nothing to the first result, in a process of its own: loading, registering one tool and
 * converting one value. Prints milliseconds. Called by `registration.mjs` with the candidate.
 */

import { records, recordsObject as schema } from "./records.mjs";

const value = { days: records(10) };
const start = performance.now();
let result;
if (process.argv[2] === "ours") {
  const { Converter } = await import("twochannel");
  result = new Converter(schema, { tool: "bench" }).convert(value);
} else {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const content = [{ type: "text", text: JSON.stringify(value, null, 2) }];
  result = validate(value) ? { content, structuredContent: value } : { isError: true };
}
if (result.isError) throw new Error("the value is valid");
console.log(performance.now() - start);
