import { Handle } from "../wasm/twochannel.js";
import { reportedBytes, reportedContent, reportedValue } from "./decode.js";
import { engine } from "./engine.js";
import { SchemaError } from "./errors.js";
import { Names } from "./names.js";
import { Problem, problemOfAll } from "./problem.js";
import { base64Places, schemaAsJson } from "./schema.js";
import { HAS_ABSENT, IS_CONVERTED, STRINGS, Walk } from "./walker.js";

/** What became of a value. `outcome` in `src/ffi/js/conversion.rs`. */
const SAME = 1;
const JSON_DATA = 2;
const ERROR = 3;
const AGAIN = 4;
const READY = 8;

/** Types of scalars, as bits. `Types` in `value/src/shape.rs`. */
const SCALAR = { boolean: 2, integer: 4, number: 8, string: 16 };

/** What the core is asked for, with the value that was written and what the call adds. */
const CONVERT = (handle, { words, bytes, flags }, call) =>
  call === NO_CALL
    ? handle.convert(words, bytes, flags)
    : handle.convert_with(words, bytes, flags, call.text, call.metaJson);
const TO_BYTES = (handle, { words, bytes, flags }, call) =>
  call === NO_CALL
    ? handle.convert_to_bytes(words, bytes, flags)
    : handle.convert_to_bytes_with(words, bytes, flags, call.text, call.metaJson);
const PASS_THROUGH = (handle, { words, bytes, flags }) => handle.pass_through(words, bytes, flags);

/** Turns the values of one tool into results. `index.d.ts` says what each member promises. */
export class Converter {
  #handle;
  /** How values are walked, and how ready-made results are. */
  #walk;
  #readyWalk;
  #isLimited;
  #hasResultType;
  /** The types of scalars that need no check, as bits of `SCALAR`. */
  #scalars;
  /** The indentation of text that may be printed here, or -1. */
  #leftIndent;

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
    this.#scalars = handle.scalars;
    this.#leftIndent = handle.left_indent;
    this.wrapped = handle.wrapped;
    this.outputSchema = JSON.parse(handle.output_schema ?? "null");
    settle();
  }

  convert(value, options) {
    if (options === undefined && this.#scalars !== 0) {
      const result = this.#scalar(value);
      if (result !== null) return result;
    }
    const call = this.#call(options, this.#isLimited);
    const { walker } = engine();
    if (walker.isBusy()) return apart(walker, () => this.convert(value, options));
    const outcome = this.#attempt(CONVERT, value, this.#walk, call);
    return this.#result(outcome, value, call.meta);
  }

  convertToBytes(value, options) {
    const call = this.#call(options, true);
    const { staging, walker } = engine();
    if (walker.isBusy()) return apart(walker, () => this.convertToBytes(value, options));
    this.#attempt(TO_BYTES, value, this.#walk, call);
    return reportedBytes(staging);
  }

  convertJson(json, options) {
    const call = this.#call(options, true);
    const { staging, walker } = engine();
    if (typeof json !== "string" && !(json instanceof Uint8Array)) {
      throw new TypeError("convertJson takes JSON as a string or a Uint8Array");
    }
    if (walker.isBusy()) return apart(walker, () => this.convertJson(json, options));
    const bytes = typeof json === "string" ? staging.writeText(json) : staging.writeBytes(json);
    if (bytes >= 0) this.#handle.convert_json(bytes, call.text, call.metaJson);
    else this.#refuse(problemOfAll("the value is too large"), this.#walk, true);
    settle();
    return reportedBytes(staging);
  }

  check(value) {
    this.#open();
    const { walker } = engine();
    if (walker.isBusy()) return apart(walker, () => this.check(value));
    try {
      const check = ({ words, bytes, flags }) => this.#open().check(words, bytes, flags);
      const issues = check(walker.walk(value, this.#walk, STRINGS.together));
      return issues ?? check(walker.walk(value, this.#walk, STRINGS.apart));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return [asIssue(problem, this.#placeOf(problem, this.#walk))];
    } finally {
      settle();
    }
  }

  passThrough(result) {
    this.#open();
    const { walker } = engine();
    if (walker.isBusy()) return apart(walker, () => this.passThrough(result));
    const outcome = this.#attempt(PASS_THROUGH, result, this.#readyWalk, NO_CALL);
    return this.#result(outcome, result, undefined);
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

  /** What a call adds, once it is known that it may be made. */
  #call(options, asJson) {
    this.#open();
    return options === undefined || options === null ? NO_CALL : checked(options, asJson);
  }

  /**
   * Writes a value and has the core do something with it; what cannot be written is an error. Gives
   * an outcome, or the text of a value that the engine has printed.
   */
  #attempt(run, value, walk, call) {
    const { walker } = engine();
    const mayLeave = run === CONVERT && call === NO_CALL && this.#leftIndent >= 0;
    let strings = mayLeave ? STRINGS.lean : STRINGS.together;
    try {
      for (;;) {
        const written = walker.walk(value, walk, strings);
        if ((written.flags & HAS_ABSENT) !== 0) {
          const text = this.#textOf(value, written);
          if (text !== null) return text;
          strings = STRINGS.together;
          continue;
        }
        const outcome = run(this.#open(), written, call);
        if (outcome !== AGAIN) return outcome;
        strings = STRINGS.apart;
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#refuse(problem, walk, run === TO_BYTES);
      return ERROR;
    } finally {
      settle();
    }
  }

  /**
   * The text of an object with long strings that are not ASCII: engines print those faster than they
   * take them from the core. Null where the value is not surely valid, or not its own JSON.
   */
  #textOf(value, { words, bytes, flags }) {
    const isOneBlock = !Array.isArray(value) && !("type" in value);
    if (!isOneBlock || (flags & IS_CONVERTED) !== 0) return null;
    if (!this.#open().surely_fits(words, bytes, flags)) return null;
    try {
      return JSON.stringify(value, null, this.#leftIndent);
    } catch {
      return null;
    }
  }

  /**
   * The result of a number, string, boolean or null of a type that is all that the schema asks for.
   * Nothing else is to be known of it, and it need not cross. Null for every other value.
   */
  #scalar(value) {
    const scalars = this.#scalars;
    let text;
    switch (typeof value) {
      case "string":
        if ((scalars & SCALAR.string) === 0 || !value.isWellFormed()) return null;
        text = value;
        break;
      case "number":
        if ((scalars & (Number.isInteger(value) ? SCALAR.integer : SCALAR.number)) === 0) return null;
        if (value - value !== 0) return null;
        text = String(value);
        break;
      case "boolean":
        if ((scalars & SCALAR.boolean) === 0) return null;
        text = String(value);
        break;
      default:
        return null;
    }
    return this.#success([{ type: "text", text }], { result: value });
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
    if (typeof outcome === "string") {
      return this.#success([{ type: "text", text: outcome }], this.#data(value));
    }
    const { staging } = engine();
    if (outcome >= READY) return outcome === (READY | SAME) ? value : reportedValue(staging);
    const content = reportedContent(staging);
    if (outcome === JSON_DATA) return this.#success(content, reportedValue(staging), meta);
    if (outcome === SAME) return this.#success(content, this.#data(value), meta);
    const result = { content, isError: outcome === ERROR };
    if (this.#hasResultType) result.resultType = "complete";
    if (meta !== undefined && outcome !== ERROR) result._meta = meta;
    return result;
  }

  #success(content, structuredContent, meta) {
    const result = { content, structuredContent, isError: false };
    if (this.#hasResultType) result.resultType = "complete";
    if (meta !== undefined) result._meta = meta;
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

/** Runs a conversion amid the walk of another, which is put aside. */
function apart(walker, run) {
  const suspended = walker.suspend();
  try {
    return run();
  } finally {
    walker.resume(suspended);
  }
}

/** Takes views on wasm memory anew after calls that may have made it grow. */
function settle() {
  const { staging, walker } = engine();
  if (!staging.isStale) return;
  staging.refresh();
  walker.refresh();
}

function toolOf(policy) {
  return typeof policy?.tool === "string" ? policy.tool : "tool";
}

/** A policy whose undefined members are absent, as they are in JSON. */
function withoutUndefined(policy) {
  if (typeof policy !== "object" || policy === null || Array.isArray(policy)) return policy;
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));
}

/** What a call adds to its value where it adds nothing. */
const NO_CALL = { text: undefined, meta: undefined, metaJson: undefined };

/** The options of one call; `_meta` also as JSON where the core has to see it. */
function checked(options, asJson) {
  const { text, meta, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`unknown option \`${unknown}\``);
  if (text !== undefined && typeof text !== "string") {
    throw new TypeError("option `text` must be a string");
  }
  if (meta !== undefined && (typeof meta !== "object" || meta === null || Array.isArray(meta))) {
    throw new TypeError("option `meta` must be an object");
  }
  return { text, meta, metaJson: asJson && meta !== undefined ? JSON.stringify(meta) : undefined };
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
