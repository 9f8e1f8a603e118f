/** What people paste as a schema or as a value: often more than that. */

/**
 * Finds the return schema in what was pasted.
 *
 * @param {unknown} pasted
 * @param {number} chosen which tool of a list
 * @returns {{ schema: unknown, base: string, tool: string | null, note: string | null, tools: string[] }}
 *   `base`: where the schema stands, as a JSON Pointer
 */
export function schemaIn(pasted, chosen = 0) {
  const plain = { schema: pasted, base: "", tool: null, note: null, tools: [] };
  if (!isObject(pasted)) return plain;
  if (isObject(pasted.result) && "jsonrpc" in pasted) {
    return within(schemaIn(pasted.result, chosen), "/result");
  }
  if (Array.isArray(pasted.tools)) {
    const tools = pasted.tools.map((tool, index) => String(tool?.name ?? `tool ${index + 1}`));
    const index = chosen < tools.length ? chosen : 0;
    return { ...within(schemaIn(pasted.tools[index]), `/tools/${index}`), tools };
  }
  if (isTool(pasted)) {
    const name = String(pasted.name);
    if (!("outputSchema" in pasted)) {
      return { ...plain, schema: null, tool: name, note: `${name} declares no outputSchema: text alone.` };
    }
    const note = isWrapped(pasted.outputSchema)
      ? `The outputSchema of ${name}, wrapped already: the value is {"result": …}.`
      : `The outputSchema of ${name}.`;
    return { ...plain, schema: pasted.outputSchema, base: "/outputSchema", tool: name, note };
  }
  if (isResult(pasted)) {
    const note = "This is a tool's result and holds no schema. It belongs into the value, as ready-made.";
    return { ...plain, schema: null, note };
  }
  return plain;
}

function within(found, base) {
  return { ...found, base: found.schema === null ? "" : base + found.base };
}

/** Whether a value is an entry of `tools/list`. */
export function isTool(value) {
  return isObject(value) && typeof value.name === "string" && ("inputSchema" in value || "outputSchema" in value);
}

/** Whether a value is a whole `CallToolResult`. */
export function isResult(value) {
  return isObject(value) && Array.isArray(value.content) && value.content.every((block) => typeof block?.type === "string");
}

function isWrapped(schema) {
  const names = Object.keys(schema?.properties ?? {});
  return names.length === 1 && names[0] === "result";
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Where an imported file belongs.
 *
 * @returns {"case" | "schema" | "result" | "value"}
 */
export function kindOf(value) {
  if (!isObject(value)) return "value";
  if ("schema" in value && ("value" in value || "expect" in value)) return "case";
  if (isObject(value.result) && "jsonrpc" in value) return kindOf(value.result);
  if (Array.isArray(value.tools) || isTool(value)) return "schema";
  if (isResult(value)) return "result";
  const keywords = ["$schema", "$defs", "$ref", "anyOf", "oneOf", "allOf"];
  const isSchema = keywords.some((keyword) => keyword in value);
  const types = ["object", "array", "string", "integer", "number", "boolean", "null"];
  return isSchema || (types.includes(value.type) && !("text" in value)) ? "schema" : "value";
}
