/**
 * Why a value cannot be sent, whatever its schema says. Thrown inside the package only: callers
 * get an error result.
 */
export class Problem {
  /**
   * @param {string} reason what is wrong, in plain words and without any value
   * @param {string} [detail] more, for error texts that show values
   */
  constructor(reason, detail = "") {
    this.reason = reason;
    this.detail = detail;
    /** The place, from the value's root: names and indices. Known to the walker. */
    this.path = null;
  }
}

/**
 * An exception out of the WebAssembly module amid a walk, as opposed to one out of the caller's own
 * code. Thrown inside the package only.
 */
export class Trap {
  constructor(cause) {
    this.cause = cause;
  }
}

/** The problem of a value as a whole, wherever the walker was when it met it. */
export function problemOfAll(reason) {
  const problem = new Problem(reason);
  problem.path = [];
  return problem;
}

/** The problem that an exception stands for which came out of the caller's own code. */
export function thrown(error) {
  if (error instanceof Problem) return error;
  let detail = "";
  try {
    detail = String(error);
  } catch {
    // An exception that cannot even be printed.
  }
  return new Problem("reading the value threw an error", detail);
}
