import { __wbg_reset_state as renew, initSync, report, reserve } from "../wasm/twochannel.js";
import { SchemaError } from "./errors.js";
import { Trap } from "./problem.js";
import { Staging } from "./staging.js";
import { createWalker } from "./walker.js";

/** What is staged from the start: enough that most values need no more. */
const FIRST_WORDS = 2 ** 13;
const FIRST_BYTES = 2 ** 16;

let running = null;
/** Whether a call into the module ended in a trap: what its memory holds is anyone's guess. */
let isBroken = false;

/** Called by the entry points once the WebAssembly module is there. */
export function start(memory) {
  if (!reserve(FIRST_WORDS, FIRST_BYTES)) throw new RangeError("no memory for values");
  const begun = {};
  begun.staging = new Staging(memory, {
    report,
    reserve(words, bytes) {
      assertCurrent(begun);
      return inCore(() => reserve(words, bytes));
    },
  });
  begun.walker = createWalker(begun.staging);
  running = begun;
  isBroken = false;
}

/** Whether the module is there. */
export function isRunning() {
  return running !== null;
}

/**
 * The memory shared with the core and the walker that writes to it. After a trap it is another one:
 * with the instance of the module, handles and views are gone.
 */
export function engine() {
  if (isBroken) restart();
  if (running === null) {
    throw new Error("twochannel is not ready: await init() first");
  }
  return running;
}

/** Whether an engine is still the one that runs. */
export function isCurrent(engine) {
  return engine === running && !isBroken;
}

/** Takes views on wasm memory anew after calls that may have made it grow. */
export function settle() {
  const { staging, walker } = engine();
  if (!staging.isStale) return;
  walker.refresh();
}

/**
 * Calls the core. An exception that comes out of it is a trap, or one of a function of the host that
 * the core called: either way it was left amid what it did. What it refuses it reports as objects.
 */
export function inCore(call) {
  try {
    return call();
  } catch (error) {
    throw trapped(error);
  }
}

/** The same for a schema or a policy, which the core may refuse. */
export function unlessRefused(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error) throw trapped(error);
    throw new SchemaError(error.message, error);
  }
}

/** Calls the core for a tool. A trap ends in an exception that says so. */
export function guarded(tool, call) {
  try {
    const result = call();
    settle();
    return result;
  } catch (error) {
    throw failed(tool, error);
  }
}

/** Says that nothing of a call may go on in an engine that is gone. */
export function assertCurrent(engine) {
  if (!isCurrent(engine)) throw new Trap("another call, made while the value was read");
}

/** Marks the module as broken. */
export function trapped(error) {
  isBroken = true;
  return error instanceof Trap ? error : new Trap(error);
}

/** What to throw for an exception that ended a tool's call. After a trap the module starts anew. */
export function failed(tool, error) {
  const trap = isOfTheHost(error) ? trapped(error) : error;
  if (!(trap instanceof Trap)) {
    settle();
    return error;
  }
  let outcome = "was restarted";
  try {
    engine();
  } catch {
    // No memory, or the end of the stack.
    outcome = "will be restarted";
  }
  const { cause } = trap;
  const reason = cause instanceof Error ? cause.message : cause;
  const message = `Tool ${tool}: the WebAssembly module failed (${reason}) and ${outcome}`;
  return new Error(message, { cause });
}

/** Whether the stack or the memory of the host ended, maybe where views were being taken. */
function isOfTheHost(error) {
  return error instanceof RangeError || error?.name === "InternalError";
}

/** Puts a fresh instance in the place of a broken one. */
function restart() {
  renew();
  start(initSync().memory);
}
