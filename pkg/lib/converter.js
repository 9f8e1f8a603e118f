import { Handle } from "../wasm/twochannel.js";
import { reportedBytes, reportedContent, reportedValue } from "./decode.js";
import { engine } from "./engine.js";
import { SchemaError } from "./errors.js";
import { Names } from "./names.js";
import { Problem, problemOfAll } from "./problem.js";
import { base64Places, schemaAsJson } from "./schema.js";
import { Walk } from "./walker.js";

/** What is known of a value that was written, as bits. `flags` in `src/ffi/js/conversion.rs`. */
const ASCII = 1;
const CONVERTED = 2;
const UNSAFE_INTEGERS = 4;

/** What became of a value. `outcome` in `src/ffi/js/conversion.rs`. */
const TEXT = 0;
const SAME = 1;
const JSON_DATA = 2;
const ERROR = 3;
const AGAIN = 4;
const READY = 8;

/** Turns the values of one tool into results. `index.d.ts` says what each member promises. */
export class Converter {
  #handle;
  /** How values are walked, and how ready-made results are. */
  #walk;
  #readyWalk;
  #isLimited;
  #hasResultType;

  constructor(schema, policy) {
    const { staging } = engine();
    const json = schemaAsJson(schema, toolOf(policy));
    const handle = makeHandle(json, policy);
    const names = new Names(handle.names(), (name) => handle.learn(staging.writeText(name)));
    const wrapper = handle.wrapped ? names.find("result") : 0;
    this.#handle = handle;
    this.#walk = new Walk(names, handle.max_depth, wrapper, base64Places(json));
    this.#readyWalk = new Walk(names, handle.max_depth, 0, null);
    this.#isLimited = handle.is_limited;
    this.#hasResultType = handle.has_result_type;
    this.wrapped = handle.wrapped;
    this.outputSchema = JSON.parse(handle.output_schema ?? "null");
    settle();
  }

  convert(value, options) {
    const { text, meta } = checked(options);
    this.#open();
    // The core has to see all of a result only where its size matters.
    const metaJson = this.#isLimited ? asJson(meta) : undefined;
    return apart(() => {
      const outcome = this.#attempt(value, this.#walk, false, (handle, words, bytes, flags) =>
        handle.convert(words, bytes, flags, text, metaJson),
      );
      return this.#result(outcome, value, meta);
    });
  }

  convertToBytes(value, options) {
    const { text, meta } = checked(options);
    this.#open();
    const metaJson = asJson(meta);
    return apart(() => {
      this.#attempt(value, this.#walk, true, (handle, words, bytes, flags) =>
        handle.convert_to_bytes(words, bytes, flags, text, metaJson),
      );
      return reportedBytes(engine().staging);
    });
  }

  convertJson(json, options) {
    const { text, meta } = checked(options);
    const handle = this.#open();
    const metaJson = asJson(meta);
    const { staging } = engine();
    if (typeof json !== "string" && !(json instanceof Uint8Array)) {
      throw new TypeError("convertJson takes JSON as a string or a Uint8Array");
    }
    return apart(() => {
      const bytes = typeof json === "string" ? staging.writeText(json) : staging.writeBytes(json);
      if (bytes >= 0) handle.convert_json(bytes, text, metaJson);
      else this.#refuse(tooLarge(), this.#walk, true);
      settle();
      return reportedBytes(staging);
    });
  }

  check(value) {
    this.#open();
    return apart(() => {
      const check = ({ words, bytes, flags }) => this.#open().check(words, bytes, flags);
      try {
        return check(write(value, this.#walk, false)) ?? check(write(value, this.#walk, true));
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        return [asIssue(problem, this.#placeOf(problem, this.#walk))];
      } finally {
        settle();
      }
    });
  }

  passThrough(result) {
    this.#open();
    return apart(() => {
      const outcome = this.#attempt(result, this.#readyWalk, false, (handle, words, bytes, flags) =>
        handle.pass_through(words, bytes, flags),
      );
      return this.#result(outcome, result, undefined);
    });
  }

  free() {
    this.#handle?.free();
    this.#handle = null;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }

  /** The core's part. Asked for anew after each walk: the caller's code may free it in one. */
  #open() {
    if (this.#handle === null) {
      throw new Error("this Converter was freed and can no longer be used");
    }
    return this.#handle;
  }

  /** Writes a value and has the core convert it; what cannot be written is an error result. */
  #attempt(value, walk, toBytes, convert) {
    try {
      const written = write(value, walk, false);
      const outcome = convert(this.#open(), written.words, written.bytes, written.flags);
      if (outcome !== AGAIN) return outcome;
      const anew = write(value, walk, true);
      return convert(this.#open(), anew.words, anew.bytes, anew.flags);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#refuse(problem, walk, toBytes);
      return ERROR;
    } finally {
      settle();
    }
  }

  #refuse(problem, walk, toBytes) {
    const place = this.#placeOf(problem, walk);
    this.#open().refuse(place, problem.reason, problem.detail, toBytes);
  }

  /** Where a problem is, from the root of the structured data. */
  #placeOf({ path }, walk) {
    return walk.wrapper !== 0 && path.length > 0 ? ["result", ...path] : path;
  }

  /** Puts together what the core has reported. */
  #result(outcome, value, meta) {
    const { staging } = engine();
    if (outcome >= READY) return outcome === (READY | SAME) ? value : reportedValue(staging);
    const content = reportedContent(staging);
    let result;
    if (outcome === TEXT || outcome === ERROR) {
      result = { content, isError: outcome === ERROR };
    } else {
      const structuredContent = outcome === JSON_DATA ? reportedValue(staging) : this.#data(value);
      result = { content, structuredContent, isError: false };
    }
    if (this.#hasResultType) result.resultType = "complete";
    if (meta !== undefined && outcome !== ERROR) result._meta = meta;
    return result;
  }

  #data(value) {
    return this.wrapped ? { result: value } : value;
  }
}

/** Converts one value with a schema that is used once. */
export function convertResult(value, schema, policy) {
  const converter = new Converter(schema, policy);
  try {
    return converter.convert(value);
  } finally {
    converter.free();
  }
}

function makeHandle(json, policy) {
  const { staging } = engine();
  // Before the schema is staged: the policy may have getters.
  const given = withoutUndefined(policy);
  const bytes = json === null ? -1 : staging.writeText(json);
  if (json !== null && bytes < 0) throw new RangeError("the schema is too large");
  try {
    return new Handle(bytes, given);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    throw new SchemaError(refusal.message, refusal);
  } finally {
    settle();
  }
}

/**
 * Writes a value into the core's memory.
 *
 * @returns {{ words: number, bytes: number, flags: number }}
 * @throws {Problem}
 */
function write(value, walk, isCareful) {
  const { staging, walker } = engine();
  const written = walker.walk(value, walk, isCareful);
  const bytes = staging.writeParts(written.parts);
  if (bytes < 0) throw tooLarge();
  let flags = 0;
  if (staging.isAscii) flags |= ASCII;
  if (written.unsafe) flags |= UNSAFE_INTEGERS;
  const isOwnJson = written.plain && (staging.isAscii || written.parts.every(isWellFormed));
  if (!isOwnJson) flags |= CONVERTED;
  return { words: written.words, bytes, flags };
}

/** Runs a conversion. The caller's code may start one amid another, in a getter or `toJSON`. */
function apart(run) {
  const { walker } = engine();
  const suspended = walker.suspend();
  try {
    return run();
  } finally {
    if (suspended !== null) walker.resume(suspended);
  }
}

/** Takes views on wasm memory anew after calls that may have made it grow. */
function settle() {
  const { staging, walker } = engine();
  if (!staging.isStale) return;
  staging.refresh();
  walker.refresh();
}

function isWellFormed(text) {
  return text.isWellFormed();
}

function tooLarge() {
  return problemOfAll("the value is too large");
}

function toolOf(policy) {
  return typeof policy?.tool === "string" ? policy.tool : "tool";
}

/** A policy whose undefined members are absent, as they are in JSON. */
function withoutUndefined(policy) {
  if (typeof policy !== "object" || policy === null || Array.isArray(policy)) return policy;
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));
}

const NO_OPTIONS = {};

/** The options of one call. */
function checked(options) {
  if (options === undefined || options === null) return NO_OPTIONS;
  const { text, meta, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`unknown option \`${unknown}\``);
  if (text !== undefined && typeof text !== "string") {
    throw new TypeError("option `text` must be a string");
  }
  if (meta !== undefined && (typeof meta !== "object" || meta === null || Array.isArray(meta))) {
    throw new TypeError("option `meta` must be an object");
  }
  return options;
}

function asJson(meta) {
  return meta === undefined ? undefined : JSON.stringify(meta);
}

/** The issue that stands for a value that cannot be sent, whatever its schema says. */
function asIssue({ reason }, path) {
  const escape = (segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1");
  return {
    path,
    pointer: path.map((segment) => `/${escape(segment)}`).join(""),
    code: "unfit",
    message: reason,
    inputType: "unknown",
  };
}
