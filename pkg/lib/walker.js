import { base64Of, bytesOf, itemsOf, kindOf, membersOf, unbox, utf8Of } from "./special.js";
import { Problem, Trap, problemOfAll, thrown } from "./problem.js";
import {
  ABSENT,
  ARRAY,
  FALSE,
  INLINE,
  KEY,
  LONG,
  LONG_FROM,
  NAN,
  NULL,
  NUMBER,
  OBJECT,
  SINGLE,
  STRING,
  TRUE,
} from "./words.js";

/** More words than this (512 MiB) are refused: a lying length must not take all memory. */
const MOST_WORDS = 2 ** 26;
/** What is written between two looks at the limit fits in so many words. */
const SLACK = 16;
/** A string of this length is a part of the text of its own. */
const OWN_PART = 4096;

const objectPrototype = Object.prototype;
const arrayPrototype = Array.prototype;
const { getPrototypeOf } = Object;
const { isArray } = Array;
const EMPTY = {};

/** Whether every object seems to have a member, because their prototype was given one. */
function isPrototypePolluted() {
  for (const _ in EMPTY) return true;
  return false;
}

/** What is known of a value that was written, as bits. `flags` in `src/ffi/js/conversion.rs`. */
const IS_ASCII = 1;
export const IS_CONVERTED = 2;
export const HAS_UNSAFE_INTEGERS = 4;
export const HAS_ABSENT = 8;

/** How strings are written. */
export const STRINGS = {
  /** All together. */
  together: 0,
  /** Each made well-formed on its own: halves of a surrogate pair have met. */
  apart: 1,
  /** All but long ones that are not ASCII, which stay here. Only good for a check. */
  lean: 2,
};

/** Whether some of a long string's characters are not ASCII, as far as a sample shows. */
function looksWide(string) {
  const step = string.length >> 7;
  for (let at = 0; at < string.length; at += step) {
    if (string.charCodeAt(at) > 127) return true;
  }
  return false;
}

/** How one converter wants its values walked. */
export class Walk {
  /**
   * @param {import("./names.js").Names} names the member names that have numbers
   * @param {number} maxDepth how deeply a value may be nested
   * @param {number} wrapper the number of the member that values are put into, or 0
   * @param {((path: (string | number)[]) => boolean) | null} isBase64 whether bytes at a place of
   *   the value are sent in base64; elsewhere they are UTF-8 text
   */
  constructor(names, maxDepth, wrapper, isBase64) {
    this.names = names;
    this.maxDepth = maxDepth;
    this.wrapper = wrapper;
    this.isBase64 = isBase64;
  }
}

/**
 * Makes a walker, which writes JavaScript values as a tape (`value/src/tape/mod.rs`) into the memory that
 * the core reads. Nothing is allocated per node, and a value is read once.
 *
 * @param {import("./staging.js").Staging} staging where the words go
 */
export function createWalker(staging) {
  /** The words, as doubles and as halves; the upper half of word `n` is `halves[2 * n + 1]`. */
  let { doubles, halves } = staging;
  let limit = doubles.length - SLACK;

  /** The number of words that are written. */
  let at = 0;
  /**
   * The text of all strings so far: `parts`, then `text`. Long strings are parts of their own, so that
   * they are not copied to make one string of all.
   */
  let text = "";
  let parts = [];
  /** How long the parts are. */
  let before = 0;
  /** The number of the last member name that had one. */
  let last = 0;
  let { list, follower, first, names, maxDepth, isBase64 } = {};
  /** How strings are written, and whether one stayed here. */
  let strings = STRINGS.together;
  let absent = false;
  let polluted = false;
  /** Whether the value is its own JSON: nothing was converted, left out or replaced. */
  let plain = true;
  /** Whether an integer was met that a double cannot hold. */
  let unsafe = false;

  /**
   * The open containers, and in each the name or index of the member that is being read; for strings
   * and numbers it is noted only when reading them fails.
   */
  let depth = 0;
  let stack = [];
  let trail = [];
  let busy = false;
  /** The last object that had two names of lone surrogates to tell apart. */
  let told = null;

  /** Takes the views anew after wasm memory grew. */
  function refresh() {
    if (staging.isStale) staging.refresh();
    ({ doubles, halves } = staging);
    limit = doubles.length - SLACK;
  }

  function grow() {
    if (at > MOST_WORDS || !staging.growWords(2 * doubles.length)) {
      throw problemOfAll("the value is too large");
    }
    refresh();
  }

  function constant(word) {
    halves[2 * at + 1] = word;
    at += 1;
  }

  function notFinite(value) {
    plain = false;
    if (value !== value) {
      // The bits of a NaN are the engine's choice, and some are tags.
      halves[2 * at] = 0;
      halves[2 * at + 1] = NAN;
    } else {
      doubles[at] = value;
    }
    at += 1;
  }

  /** Writes a string, or a number as its digits. */
  function stretch(tag, string) {
    if (strings === STRINGS.apart && !string.isWellFormed()) {
      plain = false;
      string = string.toWellFormed();
    }
    const { length } = string;
    const here = at;
    halves[2 * here] = before + text.length;
    if (length < OWN_PART) {
      halves[2 * here + 1] = tag | length;
      at = here + 1;
      text += string;
    } else {
      longStretch(tag, string);
    }
  }

  function longStretch(tag, string) {
    const { length } = string;
    if (strings === STRINGS.lean && looksWide(string) && string.isWellFormed()) {
      absent = true;
      halves[2 * at] = ABSENT;
      halves[2 * at + 1] = tag | LONG;
      halves[2 * at + 2] = length;
      halves[2 * at + 3] = 0;
      at += 2;
      return;
    }
    if (length < LONG_FROM) {
      halves[2 * at + 1] = tag | length;
      at += 1;
    } else {
      halves[2 * at + 1] = tag | LONG;
      halves[2 * at + 2] = length;
      halves[2 * at + 3] = 0;
      at += 2;
    }
    before += text.length + length;
    parts.push(text, string);
    text = "";
  }

  /** Writes the name of a member that was not guessed, and notes it in `guesses`. */
  function writeKey(name, object, guesses) {
    const id = names.find(name);
    if (doubles.length === 0) refresh();
    if (id !== 0) {
      guesses[last] = id;
      last = id;
      halves[2 * at] = id - 1;
      halves[2 * at + 1] = KEY;
      at += 1;
      return;
    }
    if (!name.isWellFormed()) name = repaired(name, object);
    halves[2 * at] = before + text.length;
    halves[2 * at + 1] = KEY | INLINE;
    halves[2 * at + 2] = name.length;
    halves[2 * at + 3] = 0;
    at += 2;
    text += name;
  }

  /** A name without lone surrogates, if it is still the only one of its object. */
  function repaired(name, object) {
    plain = false;
    if (told !== object) {
      const fixed = Object.keys(object).map((key) => key.toWellFormed());
      if (new Set(fixed).size < fixed.length) {
        throw new Problem("two members whose names differ in a lone surrogate alone");
      }
      told = object;
    }
    return name.toWellFormed();
  }

  /** Writes one value. `key` is what its `toJSON` is told. */
  function write(value, key) {
    // One question each: engines answer those without making the name of the type.
    if (typeof value === "object") {
      if (value === null) constant(NULL);
      else writeObject(value, key);
    } else if (typeof value === "string") {
      stretch(STRING, value);
    } else if (typeof value === "number") {
      if (value - value === 0) doubles[at++] = value;
      else notFinite(value);
    } else if (typeof value === "boolean") {
      constant(value ? TRUE : FALSE);
    } else if (typeof value === "undefined") {
      plain = false;
      constant(NULL);
    } else if (typeof value === "bigint") {
      plain = false;
      if (!Number.isSafeInteger(Number(value))) unsafe = true;
      stretch(NUMBER, String(value));
    } else {
      throw new Problem(`a ${typeof value} cannot be sent`);
    }
  }

  function writeObject(value, key) {
    if (at >= limit) grow();
    if (isArray(value)) {
      if (typeof value.toJSON === "function") return writeReplacement(value, key);
      if (getPrototypeOf(value) !== arrayPrototype) plain = false;
      return writeArray(value, value, 0);
    }
    // Read first: an engine that has looked at the object for this knows its prototype, too.
    const { toJSON } = value;
    const prototype = getPrototypeOf(value);
    if ((prototype !== objectPrototype && prototype !== null) || polluted) {
      return writeUnusual(value, prototype, key);
    }
    if (typeof toJSON === "function") return writeReplacement(value, key);
    writeMembers(value);
  }

  /** Writes what `toJSON` gives, whose own `toJSON` is not asked. */
  function writeReplacement(value, key) {
    plain = false;
    const replacement = value.toJSON(String(key));
    if (typeof replacement !== "object" || replacement === null) return write(replacement, key);
    writeByKind(replacement);
  }

  function writeUnusual(value, prototype, key) {
    // Bytes first: a Buffer has a `toJSON`.
    if (!ArrayBuffer.isView(value) && typeof value.toJSON === "function") {
      return writeReplacement(value, key);
    }
    // The plain objects of another realm are plain, too.
    if (prototype !== null && getPrototypeOf(prototype) !== null) plain = false;
    writeByKind(value);
  }

  function writeByKind(value) {
    if (isArray(value)) return writeArray(value, value, 0);
    const kind = kindOf(value);
    if (kind !== "object") plain = false;
    switch (kind) {
      case "bytes": {
        const base64 = isBase64 !== null && isBase64(trail.slice(0, depth));
        const bytes = bytesOf(value);
        return stretch(STRING, base64 ? base64Of(bytes) : utf8Of(bytes));
      }
      case "numbers":
        return writeArray(value, value, 0);
      case "map": {
        const members = membersOf(value);
        return writeNamed(value, members.keys(), (name) => members.get(name));
      }
      case "set":
        return writeArray(value, itemsOf(value), SINGLE);
      case "boxed":
        return write(unbox(value), "");
      case "promise":
        throw new Problem("a promise cannot be sent; await it first");
      default:
        return writeNamed(value, Object.keys(value), (name) => value[name]);
    }
  }

  /** Notes that a container is being read. */
  function enter(container) {
    if (depth >= maxDepth) {
      refuseCircles();
      throw problemOfAll(`the output is nested beyond the depth of ${maxDepth} that is allowed`);
    }
    stack[depth] = container;
    trail[depth] = null;
    depth += 1;
    // A value within itself comes this deep sooner or later, and is there more than once.
    if ((depth & 15) === 0 && stack.indexOf(container) !== depth - 1) refuseCircles();
  }

  /** Throws where a container is within itself, at the first place that shows it. */
  function refuseCircles() {
    const levels = new Map();
    for (let level = 0; level < depth; level++) {
      const first = levels.get(stack[level]);
      if (first !== undefined) {
        const place = first === 0 ? "the root" : trail.slice(0, first).join(".");
        const problem = new Problem(`a circular reference to ${place}`);
        problem.path = trail.slice(0, level);
        throw problem;
      }
      levels.set(stack[level], level);
    }
  }

  /** Ends the container whose first word is at `head`. */
  function leave(head, word, count) {
    halves[2 * head] = count;
    halves[2 * head + 1] = word;
    halves[2 * head + 2] = at;
    halves[2 * head + 3] = 0;
    depth -= 1;
    stack[depth] = null;
  }

  function writeArray(container, items, small) {
    enter(container);
    const level = depth - 1;
    const { length } = items;
    if (length > MOST_WORDS) throw problemOfAll("the value is too large");
    const head = at;
    at += 2;
    let index = 0;
    try {
      for (; index < length; index++) {
        if (at >= limit) grow();
        const item = items[index];
        if (typeof item === "number" && item - item === 0) {
          doubles[at++] = item;
        } else if (typeof item === "string") {
          stretch(STRING, item);
        } else {
          trail[level] = index;
          write(item, index);
        }
      }
    } catch (error) {
      trail[level] = index;
      throw error;
    }
    leave(head, ARRAY | small, index);
  }

  /** Writes an object that has the members that `for…in` finds. */
  function writeMembers(object) {
    enter(object);
    const level = depth - 1;
    const head = at;
    at += 2;
    let count = 0;
    let name = null;
    const outer = last;
    let guesses = first;
    try {
      for (name in object) {
        const value = object[name];
        if (value === undefined) {
          plain = false;
          continue;
        }
        if (at >= limit) grow();
        // In a variable of its own: what other functions see, too, is slow to read.
        let here = at;
        const guess = guesses[last];
        if (list[guess] === name && guess !== 0) {
          last = guess;
          halves[2 * here] = guess - 1;
          halves[2 * here + 1] = KEY;
          here += 1;
        } else {
          writeKey(name, object, guesses);
          here = at;
        }
        guesses = follower;
        count += 1;
        if (typeof value === "number" && value - value === 0) {
          doubles[here] = value;
          at = here + 1;
        } else if (typeof value === "string") {
          at = here;
          stretch(STRING, value);
        } else {
          at = here;
          trail[level] = name;
          write(value, name);
        }
      }
    } catch (error) {
      trail[level] = name;
      throw error;
    }
    last = outer;
    leave(head, OBJECT, count);
  }

  /** Writes members that are called `memberNames` and that `read` gets. */
  function writeNamed(container, memberNames, read) {
    enter(container);
    const level = depth - 1;
    const head = at;
    at += 2;
    let count = 0;
    const outer = last;
    let guesses = first;
    for (const name of memberNames) {
      trail[level] = name;
      const value = read(name);
      // A `toJSON` that has been asked is no member.
      if (value === undefined || (name === "toJSON" && typeof value === "function")) {
        plain = false;
        continue;
      }
      if (at >= limit) grow();
      writeKey(name, container, guesses);
      guesses = follower;
      count += 1;
      write(value, name);
    }
    last = outer;
    leave(head, OBJECT, count);
  }

  /** The problem that ended a walk, at its place. */
  function located(error) {
    if (error instanceof Trap) return error;
    const problem = thrown(error);
    if (problem.path === null) {
      problem.path = trail.slice(0, depth).filter((segment) => segment !== null);
    }
    return problem;
  }

  /** What the last walk has written: one object for all of them. */
  const written = { words: 0, bytes: 0, flags: 0 };

  /** Writes the text behind the words, and tells what is there. */
  function finish() {
    let bytes;
    let isWellFormed = true;
    if (parts.length === 0) {
      bytes = staging.writeText(text);
      if (!staging.isAscii) isWellFormed = text.isWellFormed();
    } else {
      parts.push(text);
      bytes = staging.writeParts(parts);
      if (!staging.isAscii) isWellFormed = parts.every((part) => part.isWellFormed());
    }
    if (bytes < 0) throw problemOfAll("the value is too large");
    written.words = at;
    written.bytes = bytes;
    written.flags =
      (staging.isAscii ? IS_ASCII : 0) |
      (plain && isWellFormed ? 0 : IS_CONVERTED) |
      (unsafe ? HAS_UNSAFE_INTEGERS : 0) |
      (absent ? HAS_ABSENT : 0);
    return written;
  }

  return {
    /** Takes the views anew where wasm memory grew under a walk. */
    refresh,

    /** Whether a walk is under way: the caller's code is converting something amid another value. */
    isBusy: () => busy,

    /**
     * Writes `value`, inside the wrapper if there is one.
     *
     * @param {unknown} value
     * @param {Walk} walk
     * @param {number} how one of `STRINGS`
     * @returns {{words: number, bytes: number, flags: number}} good until the next walk
     * @throws {Problem} where the value is not to be had as JSON
     */
    walk(value, walk, how) {
      if (doubles.length === 0) refresh();
      ({ names, maxDepth, isBase64 } = walk);
      ({ list, follower, first } = names);
      strings = how;
      absent = false;
      polluted = isPrototypePolluted();
      plain = true;
      unsafe = false;
      at = 0;
      before = 0;
      last = 0;
      depth = 0;
      busy = true;
      try {
        if (walk.wrapper === 0) {
          write(value, "");
        } else {
          at = 3;
          halves[4] = walk.wrapper - 1;
          halves[5] = KEY;
          write(value, "");
          halves[0] = 1;
          halves[1] = OBJECT;
          halves[2] = at;
          halves[3] = 0;
        }
        return finish();
      } catch (error) {
        throw located(error);
      } finally {
        busy = false;
        text = "";
        if (parts.length > 0) parts = [];
        told = null;
        for (let level = 0; level < depth; level++) stack[level] = null;
      }
    },

    /**
     * Puts a walk aside during which the caller's code (a getter, `toJSON`) converts something
     * else. Gives what `resume` wants.
     */
    suspend() {
      const state = {
        at,
        text,
        parts,
        before,
        last,
        list,
        follower,
        first,
        names,
        maxDepth,
        isBase64,
        strings,
        absent,
        polluted,
        plain,
        unsafe,
        depth,
        stack,
        trail,
        told,
      };
      stack = [];
      trail = [];
      text = "";
      parts = [];
      busy = false;
      return { state, words: halves.slice(0, 2 * at) };
    },

    /** Takes up the walk that was put aside. */
    resume({ state, words }) {
      ({
        at,
        text,
        parts,
        before,
        last,
        list,
        follower,
        first,
        names,
        maxDepth,
        isBase64,
        strings,
        absent,
        polluted,
        plain,
        unsafe,
        depth,
        stack,
        trail,
        told,
      } = state);
      refresh();
      halves.set(words);
      busy = true;
    },
  };
}
