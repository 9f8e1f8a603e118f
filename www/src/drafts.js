/** Drafts, kept in this browser: the current one, and those that something else took the place of. */

const CURRENT = "twochannel.draft";
const EARLIER = "twochannel.earlier";
const MOST = 12;
/** Larger drafts are not kept: local storage holds five megabytes in all. */
const LARGEST = 1_500_000;

export function current() {
  return read(CURRENT);
}

/** Whether it could be kept. */
export function keep(state) {
  const json = JSON.stringify(state);
  return json.length <= LARGEST && write(CURRENT, json);
}

/** @returns {{ at: number, title: string, state: object }[]} newest first */
export function earlier() {
  const list = read(EARLIER);
  return Array.isArray(list) ? list : [];
}

/** Puts a draft aside before another takes its place. */
export function putAside(state, title) {
  const json = JSON.stringify(state);
  if (json.length > LARGEST) return;
  const others = earlier().filter((draft) => JSON.stringify(draft.state) !== json);
  let list = [{ at: Date.now(), title, state }, ...others].slice(0, MOST);
  while (list.length > 0 && !write(EARLIER, JSON.stringify(list))) list = list.slice(0, -1);
}

export function forget() {
  try {
    localStorage.removeItem(EARLIER);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, json) {
  try {
    localStorage.setItem(key, json);
    return true;
  } catch {
    return false;
  }
}
