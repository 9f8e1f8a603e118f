/** What every entry point of the package has. */
export { content } from "./content.js";
export { Converter, convertResult } from "./converter.js";
export { SchemaError } from "./errors.js";
export { lint } from "./lint.js";
