import { lint as findings } from "../wasm/twochannel.js";
import { engine, guarded, unlessRefused } from "./engine.js";
import { policyAsJson, toolOf } from "./policy.js";
import { schemaAsJson } from "./schema.js";

/** Advice on a return schema. `index.d.ts` says more. */
export function lint(schema, policy, value) {
  engine();
  const tool = toolOf(policy);
  const json = schemaAsJson(schema, tool) ?? "true";
  const given = policyAsJson(policy);
  const example = asJson(value);
  return guarded(tool, () => unlessRefused(() => findings(json, given, example)));
}

/** Undefined for a value that is not to be had as JSON: it shows nothing. */
function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
