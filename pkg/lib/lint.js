import { lint as findings } from "../wasm/twochannel.js";
import { engine } from "./engine.js";
import { SchemaError } from "./errors.js";
import { schemaAsJson } from "./schema.js";

/** Advice on a return schema. `index.d.ts` says more. */
export function lint(schema, policy, value) {
  const { staging, walker } = engine();
  const json = schemaAsJson(schema, policy?.tool ?? "tool") ?? "true";
  try {
    return findings(json, JSON.parse(JSON.stringify(policy ?? {})), asJson(value));
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    throw new SchemaError(refusal.message, refusal);
  } finally {
    if (staging.isStale) {
      staging.refresh();
      walker.refresh();
    }
  }
}

/** Undefined for a value that is not to be had as JSON: it shows nothing. */
function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
