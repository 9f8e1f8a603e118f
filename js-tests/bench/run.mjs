/**
 * All conversions in Node, in one process. Prints one JSON object: the runtime, and for each case
 * the microseconds of every candidate. `cargo xtask bench` makes the table of it.
 */

import { measure } from "./conversions.mjs";

const runtime = { node: process.version, v8: process.versions.v8 };
console.log(JSON.stringify({ runtime, results: measure(process.argv[2]) }));
