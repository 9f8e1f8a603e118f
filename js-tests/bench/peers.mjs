/** What people write by hand today, once with each validator. */

import { Validator as CfworkerValidator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";

/** The text of each block, and the structured data, as a careful author would make them. */
function channels(value, wrapped) {
  const text = (item) => (typeof item === "string" ? item : JSON.stringify(item, null, 2));
  const items = Array.isArray(value) ? value : [value];
  return {
    content: items.map((item) => ({ type: "text", text: text(item) })),
    structuredContent: wrapped ? { result: value } : value,
  };
}

const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

export function withAjv(outputSchema, wrapped) {
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile(outputSchema);
  return (value) => {
    const result = channels(value, wrapped);
    return validate(result.structuredContent) ? result : failure(ajv.errorsText(validate.errors));
  };
}

export function withZod(outputSchema, wrapped) {
  const schema = z.fromJSONSchema(outputSchema);
  return (value) => {
    const result = channels(value, wrapped);
    const parsed = schema.safeParse(result.structuredContent);
    return parsed.success ? result : failure(z.prettifyError(parsed.error));
  };
}

export function withCfworker(outputSchema, wrapped) {
  const validator = new CfworkerValidator(outputSchema, "2020-12");
  return (value) => {
    const result = channels(value, wrapped);
    const { valid, errors } = validator.validate(result.structuredContent);
    return valid ? result : failure(errors.map((error) => error.error).join("\n"));
  };
}

/** The JSON-RPC response as bytes, as a transport sends it. */
export function toWire(convert) {
  const encoder = new TextEncoder();
  return (value) => encoder.encode(JSON.stringify({ jsonrpc: "2.0", id: 1, result: convert(value) }) + "\n");
}
