// Who else has an opinion on our results: ajv, and the protocol.

import { readFileSync } from "node:fs";

import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What ajv says of a value. */
export function ajvAccepts(schema, value, { formats = true } = {}) {
  // Its strict mode is about the style of schemas.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: formats,
    logger: false,
    // Otherwise every object has a member called `constructor`.
    ownProperties: true,
  });
  if (formats) addFormats.default(ajv);
  return ajv.validate(schema, value);
}

export const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

const PROTOCOL = Object.fromEntries(
  REVISIONS.map((revision) => {
    const url = new URL(`../../tests/protocol/${revision}.json`, import.meta.url);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    return [revision, ajv.compile(JSON.parse(readFileSync(url, "utf8")))];
  }),
);

/** What the protocol has against a result, if anything. */
export function protocolFaults(result, revision) {
  const validate = PROTOCOL[revision];
  return validate(result) ? null : validate.errors;
}
