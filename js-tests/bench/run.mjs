/**
 * All conversions in Node, in one process. Prints one JSON object: the runtime, and for each case
 * the microseconds of every candidate. `cargo xtask bench` makes the table of it.
 */

import { measure, measureGrowth } from "./conversions.mjs";

const runtime = { node: process.version, v8: process.versions.v8 };
const results = measure(process.argv[2]);
// Only with all cases: it takes a while.
const growth = process.argv[2] === undefined ? measureGrowth() : undefined;
console.log(JSON.stringify({ runtime, results, growth }));
