import { SchemaError } from "./errors.js";

/** What a tool is called where the policy does not say. */
export function toolOf(policy) {
  return typeof policy?.tool === "string" ? policy.tool : "tool";
}

/**
 * A policy as JSON. What JSON does not have is text there, which the core refuses by name.
 *
 * @returns {string} empty for none
 * @throws {SchemaError}
 */
export function policyAsJson(policy) {
  try {
    return JSON.stringify(policy, (_, value) => (hasJson(value) ? value : String(value))) ?? "";
  } catch (cause) {
    const tool = toolOf(policy);
    const reason = `the policy is not JSON: ${cause?.message ?? cause}`;
    const parts = { tool, pointer: null, reason, cause };
    throw new SchemaError(`Tool ${tool}: ${reason}`, parts);
  }
}

function hasJson(value) {
  switch (typeof value) {
    case "bigint":
    case "function":
    case "symbol":
      return false;
    case "number":
      return Number.isFinite(value);
    case "object":
      return !(value instanceof Map || value instanceof Set);
    default:
      return true;
  }
}
