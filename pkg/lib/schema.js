import { SchemaError, refusal } from "./errors.js";

/** The version of JSON Schema that a Standard JSON Schema is asked for. */
const TARGET = "draft-2020-12";

/**
 * The JSON Schema of a return type, as JSON. `schema` is JSON Schema already, or something that
 * describes its output as one (https://standardschema.dev/json-schema).
 *
 * @returns {string | null} null for no schema
 * @throws {SchemaError}
 */
export function schemaAsJson(schema, tool) {
  if (schema === undefined || schema === null) return null;
  const refuse = (reason, cause) => {
    throw refusal(tool, "return schema: ", reason, cause);
  };
  const standard = standardOf(schema);
  if (standard !== undefined) {
    if (typeof standard.jsonSchema?.output !== "function") {
      refuse(
        `this version of ${standard.vendor} does not tell its JSON Schema (\`~standard.jsonSchema\`)`,
      );
    }
    try {
      schema = standard.jsonSchema.output({ target: TARGET });
    } catch (error) {
      refuse(`${standard.vendor} has no JSON Schema for it: ${error?.message ?? error}`, error);
    }
  }
  let json;
  try {
    json = JSON.stringify(schema, function (name, value) {
      // Not `value`: some have a `toJSON`.
      const standard = standardOf(this[name]);
      if (standard !== undefined) {
        refuse(
          `\`${name}\` is a schema of ${standard.vendor} inside of JSON Schema; ` +
            "make the whole one with the library, as in `z.object({ … })`",
        );
      }
      return value;
    });
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    refuse(`it is not JSON: ${error?.message ?? error}`, error);
  }
  return json ?? refuse(`a ${typeof schema} is no JSON Schema`);
}

/** What a schema of a library says of itself (https://standardschema.dev). */
function standardOf(schema) {
  const isObject = typeof schema === "object" && schema !== null;
  // What `z.toJSONSchema` makes is JSON Schema, and remembers the Zod schema that it came from.
  if ((!isObject && typeof schema !== "function") || typeof schema.$schema === "string") return;
  const standard = schema["~standard"];
  return typeof standard?.vendor === "string" ? standard : undefined;
}

/** How many references one place may lead through. */
const MOST_REFERENCES = 100;

/**
 * Says of places of the value whether the schema has bytes in base64 there. Null where it has them
 * nowhere.
 *
 * @param {string | null} json the return type's schema
 */
export function base64Places(json) {
  if (json === null || !json.includes('"contentEncoding"')) return null;
  const root = JSON.parse(json);
  return (path) => {
    let here = everyArm(root, root);
    for (const segment of path) {
      here = here.flatMap((schema) => below(schema, segment)).flatMap((arm) => everyArm(root, arm));
    }
    return here.some((schema) => schema.contentEncoding === "base64");
  };
}

/** A schema and all that apply to the same place through it. */
function everyArm(root, schema) {
  const found = new Set();
  const open = [schema];
  while (open.length > 0 && found.size < MOST_REFERENCES) {
    const arm = open.pop();
    if (typeof arm !== "object" || arm === null || found.has(arm)) continue;
    found.add(arm);
    for (const list of [arm.allOf, arm.anyOf, arm.oneOf]) {
      if (Array.isArray(list)) open.push(...list);
    }
    open.push(arm.then, arm.else);
    if (typeof arm.$ref === "string" && arm.$ref.startsWith("#")) {
      open.push(target(root, decodeURIComponent(arm.$ref.slice(1))));
    }
  }
  return [...found];
}

function target(root, pointer) {
  let here = root;
  for (const part of pointer.split("/").slice(1)) {
    here = here?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return here;
}

/** The subschemas of one schema that apply to a member or an item. */
function below(schema, segment) {
  if (typeof segment === "number") {
    return [schema.prefixItems?.[segment] ?? schema.items];
  }
  const { properties, additionalProperties } = schema;
  const declared = properties && Object.hasOwn(properties, segment);
  return [declared ? properties[segment] : additionalProperties];
}
