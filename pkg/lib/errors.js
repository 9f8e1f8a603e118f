/** A schema or a policy that no converter can be made from. */
export class SchemaError extends Error {
  name = "SchemaError";

  /**
   * @param {string} message all of it in one sentence
   * @param {{ tool: string, pointer: string | null, reason: string, cause?: unknown }} parts
   */
  constructor(message, { tool, pointer, reason, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    this.tool = tool;
    this.pointer = pointer;
    this.reason = reason;
  }
}

/** What the package itself refuses; the core words its own. `what` is what `reason` speaks of. */
export function refusal(tool, what, reason, cause) {
  return new SchemaError(`Tool ${tool}: ${what}${reason}`, { tool, pointer: null, reason, cause });
}
