/** Reads what `run.mjs` printed and shows the ratios, for a look between changes. */

import { geometricMean } from "./measure.mjs";

let text = "";
for await (const chunk of process.stdin) text += chunk;
const { runtime, results, growth } = JSON.parse(text);
console.log(`Node ${runtime.node}: ours / by hand with ajv`);
const ratios = { convert: [], bytes: [] };
for (const { name, convert, bytes } of results) {
  const ratio = { convert: convert.ours.median / convert.ajv.median, bytes: bytes.ours.median / bytes.ajv.median };
  ratios.convert.push(ratio.convert);
  ratios.bytes.push(ratio.bytes);
  console.log(
    `${name.padEnd(32)} convert ${ratio.convert.toFixed(2)} (${convert.ours.median.toFixed(1)} µs)  bytes ${ratio.bytes.toFixed(2)} (${bytes.ours.median.toFixed(1)} µs)`,
  );
}
console.log(
  `geometric mean                   convert ${geometricMean(ratios.convert).toFixed(2)}  bytes ${geometricMean(ratios.bytes).toFixed(2)}`,
);
if (growth !== undefined) {
  const { convert, convertToBytes } = growth;
  console.log(`100,000 records / 10,000         convert ${convert.toFixed(1)}  bytes ${convertToBytes.toFixed(1)}`);
}
