/** Lines that two JSON texts share, whatever their indentation. */

/** Beyond this many lines there is no comparison. */
const MOST = 3000;

/**
 * @returns {{ sign: "+" | "-" | " ", text: string }[]} the lines of `after`, and those of `before`
 *   that are gone
 */
export function diff(before, after) {
  const old = before.split("\n");
  const now = after.split("\n");
  if (old.length > MOST || now.length > MOST) return now.map((text) => ({ sign: " ", text }));
  const bare = (line) => line.trim().replace(/,$/, "");
  const a = old.map(bare);
  const b = now.map(bare);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let ends = 0;
  while (ends < a.length - start && ends < b.length - start && a.at(-1 - ends) === b.at(-1 - ends)) ends++;
  const lines = [];
  const keep = (index) => lines.push({ sign: " ", text: now[index] });
  for (let index = 0; index < start; index++) keep(index);
  const middle = table(a.slice(start, a.length - ends), b.slice(start, b.length - ends));
  let i = start;
  let j = start;
  while (i < a.length - ends || j < b.length - ends) {
    const left = i - start;
    const right = j - start;
    const both = i < a.length - ends && j < b.length - ends;
    if (both && a[i] === b[j]) {
      keep(j);
      i++;
      j++;
    } else if (j >= b.length - ends || (both && middle(left + 1, right) >= middle(left, right + 1))) {
      lines.push({ sign: "-", text: old[i++] });
    } else {
      lines.push({ sign: "+", text: now[j++] });
    }
  }
  for (let index = b.length - ends; index < b.length; index++) keep(index);
  return lines;
}

/** Lengths of the longest common rest from each pair of lines on. */
function table(a, b) {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = a[i] === b[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  return (i, j) => lengths[i * width + j];
}
