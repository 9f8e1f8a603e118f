/** Names with more bytes than this are not learned; `Keys::LONGEST_LEARNED` in Rust. */
const LONGEST = 64;

/** Stands where there is no name. It is never learned, as it is not well-formed. */
const NO_NAME = "\ud800";

function isWorthLearning(name) {
  if (name.length > LONGEST) return false;
  // A UTF-16 unit has at most three bytes.
  return name.length <= LONGEST / 3 || /^[\0-\x7f]*$/.test(name);
}

/**
 * The name as an engine keeps those of members, once for all objects. Comparing it with another of
 * them is comparing two addresses.
 */
function asMemberName(name) {
  return Object.keys({ [name]: null })[0];
}

/**
 * The member names of one converter, each with the number that the tape uses for it, as in
 * `Keys` on the Rust side. Numbers here are one higher, so that 0 is "no number".
 */
export class Names {
  /**
   * @param {string[]} known the names that have numbers already, in order
   * @param {(name: string) => number} learn gets a name a number, or -1 where there is no room
   */
  constructor(known, learn) {
    /** The name of each number. A string everywhere: engines compare nothing faster. */
    this.list = [NO_NAME];
    /** The number that came after each number in an object the last time. */
    this.follower = [0];
    /** The number that the last object behind each number began with. */
    this.first = [0];
    this.ids = new Map();
    this.learn = learn;
    this.full = false;
    known.forEach((name, id) => this.#add(name, id + 1));
  }

  /** The number of a name that was not guessed; 0 where it has none. */
  find(name) {
    const id = this.ids.get(name);
    if (id !== undefined) return id;
    if (this.full || !isWorthLearning(name) || !name.isWellFormed()) return 0;
    const learned = this.learn(name) + 1;
    if (learned > 0) this.#add(name, learned);
    else this.full = true;
    return learned;
  }

  #add(name, id) {
    while (this.list.length <= id) {
      this.list.push(NO_NAME);
      this.follower.push(0);
      this.first.push(0);
    }
    this.list[id] = asMemberName(name);
    this.ids.set(name, id);
  }
}
