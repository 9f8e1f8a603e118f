import { refusal } from "./errors.js";

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
    const reason = `the policy is not JSON: ${cause?.message ?? cause}`;
    throw refusal(toolOf(policy), "", reason, cause);
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
