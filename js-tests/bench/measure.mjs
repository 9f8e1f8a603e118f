/** Medians of alternating runs: all candidates take turns in one process. */

const milliseconds = () => performance.now();

/**
 * Runs every candidate in turn until each has used about `budget` milliseconds, and returns the
 * median and minimum time of one call in microseconds, by candidate.
 *
 * A sample is a batch of calls long enough for the clock to see.
 */
export function compare(candidates, budget = 200) {
  const names = Object.keys(candidates);
  const batch = {};
  const samples = {};
  for (const name of names) {
    samples[name] = [];
    batch[name] = warmUp(candidates[name]);
  }
  for (let round = 0, end = milliseconds() + budget * names.length; milliseconds() < end || round < 7; round++) {
    for (const name of names) samples[name].push(time(candidates[name], batch[name]));
  }
  return Object.fromEntries(
    names.map((name) => {
      const sorted = samples[name].sort((a, b) => a - b);
      return [name, { median: sorted[sorted.length >> 1], min: sorted[0] }];
    }),
  );
}

/** Calls until the engine has optimised, and finds a batch that takes about 2 ms. */
function warmUp(call) {
  for (let i = 0, end = milliseconds() + 60; milliseconds() < end || i < 5; i++) call();
  let count = 1;
  // The shortest of three: one pause of the engine is no long batch.
  const shortest = () => Math.min(...[0, 0, 0].map(() => time(call, count)));
  while (shortest() * count < 1000 && count < 1_000_000) count *= 2;
  return count;
}

/** Microseconds of one call, over `count` calls. */
function time(call, count) {
  const start = milliseconds();
  for (let i = 0; i < count; i++) call();
  return ((milliseconds() - start) * 1000) / count;
}

export const geometricMean = (ratios) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
