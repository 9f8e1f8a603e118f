import { lint as findings } from "../wasm/twochannel.js";
import { engine } from "./engine.js";
import { SchemaError } from "./errors.js";
import { schemaAsJson } from "./schema.js";

/** Advice on a return schema. `index.d.ts` says more. */
export function lint(schema, policy, value) {
  const { staging, walker } = engine();
  const json = schemaAsJson(schema, policy?.tool ?? "tool") ?? "true";
  try {
    return findings(json, JSON.parse(JSON.stringify(policy ?? {})), JSON.stringify(value));
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
