import { lint as findings } from "../wasm/twochannel.js";
import { engine, guarded, trapped } from "./engine.js";
import { SchemaError } from "./errors.js";
import { policyAsJson, toolOf } from "./policy.js";
import { schemaAsJson } from "./schema.js";

/** Advice on a return schema. `index.d.ts` says more. */
export function lint(schema, policy, value) {
  engine();
  const tool = toolOf(policy);
  const json = schemaAsJson(schema, tool) ?? "true";
  const given = policyAsJson(policy);
  const example = asJson(value);
  return guarded(tool, () => {
    try {
      return findings(json, given, example);
    } catch (refusal) {
      if (refusal instanceof Error) throw trapped(refusal);
      throw new SchemaError(refusal.message, refusal);
    }
  });
}

/** Undefined for a value that is not to be had as JSON: it shows nothing. */
function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
