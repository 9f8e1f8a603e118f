import { Handle } from "../wasm/twochannel.js";
import { reportedBytes, reportedContent, reportedValue } from "./decode.js";
import {
  assertCurrent,
  engine,
  guarded,
  failed,
  inCore,
  isCurrent,
  settle,
  trapped,
  unlessRefused,
} from "./engine.js";
import { refusal } from "./errors.js";
import { Names } from "./names.js";
import { Problem, problemOfAll } from "./problem.js";
import { policyAsJson, toolOf } from "./policy.js";
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
const CHECK = (handle, { words, bytes, flags }) => handle.check(words, bytes, flags);
const SURELY_FITS = (handle, { words, bytes, flags }) => handle.surely_fits(words, bytes, flags);
const PASS_THROUGH = (handle, { words, bytes, flags }) => handle.pass_through(words, bytes, flags);

/** Turns the values of one tool into results. `index.d.ts` says what each member promises. */
export class Converter {
  #handle;
  /** What the handle was made from, and the instance of the module that it belongs to. */
  #tool;
  #json;
  #policy;
  #engine;
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
    engine();
    this.#tool = toolOf(policy);
    this.#json = schemaAsJson(schema, this.#tool);
    this.#policy = policyAsJson(policy);
    const description = guarded(this.#tool, () => this.#attach());
    this.#isLimited = description.isLimited;
    this.#hasResultType = description.hasResultType;
    this.#scalars = description.scalars;
    this.#leftIndent = description.leftIndent;
    this.wrapped = description.wrapped;
    this.outputSchema = description.outputSchema;
  }

  convert(value, options) {
    if (options === undefined && this.#scalars !== 0) {
      const result = this.#scalar(value);
      if (result !== null) return result;
    }
    const call = this.#call(options, this.#isLimited);
    const running = engine();
    if (running.walker.isBusy()) return apart(running, () => this.convert(value, options));
    const outcome = this.#attempt(CONVERT, value, this.#walk, call);
    return this.#result(outcome, value, call.meta);
  }

  convertToBytes(value, options) {
    const call = this.#call(options, true);
    const running = engine();
    if (running.walker.isBusy()) return apart(running, () => this.convertToBytes(value, options));
    this.#attempt(TO_BYTES, value, this.#walk, call);
    return reportedBytes(engine().staging);
  }

  convertJson(json, options) {
    const call = this.#call(options, true);
    const running = engine();
    if (typeof json !== "string" && !(json instanceof Uint8Array)) {
      throw new TypeError("convertJson takes JSON as a string or a Uint8Array");
    }
    if (running.walker.isBusy()) return apart(running, () => this.convertJson(json, options));
    const { staging } = running;
    guarded(this.#tool, () => {
      const bytes = typeof json === "string" ? staging.writeText(json) : staging.writeBytes(json);
      if (bytes < 0) this.#refuse(problemOfAll("the value is too large"), this.#walk, true);
      else inCore(() => this.#handle.convert_json(bytes, call.text, call.metaJson));
    });
    return reportedBytes(staging);
  }

  check(value) {
    this.#open();
    const running = engine();
    if (running.walker.isBusy()) return apart(running, () => this.check(value));
    const check = (strings) => this.#ask(CHECK, write(value, this.#walk, strings), NO_CALL);
    return guarded(this.#tool, () => {
      try {
        return check(STRINGS.together) ?? check(STRINGS.apart);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        return [asIssue(problem, this.#placeOf(problem, this.#walk))];
      }
    });
  }

  passThrough(result) {
    this.#open();
    const running = engine();
    if (running.walker.isBusy()) return apart(running, () => this.passThrough(result));
    const outcome = this.#attempt(PASS_THROUGH, result, this.#readyWalk, NO_CALL);
    return this.#result(outcome, result, undefined);
  }

  free() {
    const handle = this.#handle;
    this.#handle = null;
    // A scalar does not ask for the handle.
    this.#scalars = 0;
    // What belonged to an instance that is gone went with it.
    if (handle === null || !isCurrent(this.#engine)) return;
    guarded(this.#tool, () => inCore(() => handle.free()));
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.free();
  }

  /** The core's part. Asked for anew after each walk: the caller's code may free it in one. */
  #open() {
    if (this.#handle === null) {
      throw new Error("this Converter was freed and can no longer be used");
    }
    if (!isCurrent(this.#engine)) guarded(this.#tool, () => this.#attach());
    return this.#handle;
  }

  /** Makes the core's part, in the instance of the module that runs now, and describes it. */
  #attach() {
    const running = engine();
    const handle = makeHandle(this.#tool, this.#json, this.#policy);
    inCore(() => handle.describe());
    settle();
    const description = reportedValue(running.staging);
    const learn = (name) => {
      assertCurrent(running);
      return inCore(() => handle.learn(running.staging.writeText(name)));
    };
    const { maxDepth, wrapped } = description;
    const names = new Names(description.names, learn);
    const wrapper = wrapped ? names.find("result") : 0;
    this.#walk = new Walk(names, maxDepth, wrapper, base64Places(this.#json));
    this.#readyWalk = new Walk(names, maxDepth, 0, null);
    this.#engine = running;
    this.#handle = handle;
    return description;
  }

  /** What a call adds, once it is known that it may be made. */
  #call(options, asJson) {
    this.#open();
    if (options === undefined || options === null) return NO_CALL;
    const call = checked(options, asJson);
    // Once more: the options are the caller's own code, too.
    this.#open();
    return call;
  }

  /**
   * Writes a value and has the core do something with it; what cannot be written is an error. Gives
   * an outcome, or the text of a value that the engine has printed.
   */
  #attempt(run, value, walk, call) {
    const mayLeave = run === CONVERT && call === NO_CALL && this.#leftIndent >= 0;
    let strings = mayLeave ? STRINGS.lean : STRINGS.together;
    let outcome = AGAIN;
    try {
      while (outcome === AGAIN) {
        const written = write(value, walk, strings);
        if ((written.flags & HAS_ABSENT) !== 0) {
          outcome = this.#textOf(value, written) ?? AGAIN;
          strings = STRINGS.together;
        } else {
          outcome = this.#ask(run, written, call);
          strings = STRINGS.apart;
        }
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw failed(this.#tool, problem);
      this.#refuse(problem, walk, run === TO_BYTES);
      outcome = ERROR;
    }
    settle();
    return outcome;
  }

  /** Calls the core for a value that was written. */
  #ask(run, written, call) {
    const handle = this.#open();
    try {
      return run(handle, written, call);
    } catch (error) {
      throw trapped(error);
    }
  }

  /**
   * The text of an object with long strings that are not ASCII: engines print those faster than they
   * take them from the core. Null where the value is not surely valid, or not its own JSON.
   */
  #textOf(value, written) {
    const isOneBlock = !Array.isArray(value) && !("type" in value);
    if (!isOneBlock || (written.flags & IS_CONVERTED) !== 0) return null;
    if (!this.#ask(SURELY_FITS, written, NO_CALL)) return null;
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
    const handle = this.#open();
    const place = this.#placeOf(problem, walk);
    const { reason, detail } = problem;
    guarded(this.#tool, () => inCore(() => handle.refuse(place, reason, detail, toBytes)));
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

/** Writes a value into the core's memory. */
function write(value, walk, strings) {
  const running = engine();
  const written = running.walker.walk(value, walk, strings);
  assertCurrent(running);
  return written;
}

function makeHandle(tool, json, policy) {
  const bytes = engine().staging.writeText(`${policy}\n${json ?? ""}`);
  if (bytes < 0) throw refusal(tool, "return schema: ", "it is too large");
  return unlessRefused(() => new Handle(bytes));
}

/** Runs a conversion amid the walk of another, which is put aside. */
function apart(running, run) {
  const suspended = running.walker.suspend();
  try {
    return run();
  } finally {
    // A walk into the memory of an instance that is gone cannot go on.
    if (isCurrent(running)) running.walker.resume(suspended);
  }
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
