/** The main thread's end of the worker: the newest input wins, and a worker that breaks is replaced. */

import { scriptAddress } from "./trusted.js";

/** A run that nobody waits for any more is ended after so many milliseconds. */
const STALE_LIMIT = 1500;
/** Any run is ended after so many milliseconds. */
const LIMIT = 15_000;
/** From here on a run shows that it is at work. */
const SLOW = 250;

export class Engine {
  #module;
  #worker = null;
  #nextId = 1;
  /** The job that the worker is at, and the one that waits for it, by its kind. */
  #current = null;
  #waiting = new Map();
  #timers = [];
  #events;

  /**
   * @param {Promise<WebAssembly.Module>} module
   * @param {{ output(output: object, input: object): void, crash(what: string, input: object): void,
   *   timeout(input: object): void, slow(isSlow: boolean): void }} events
   */
  constructor(module, events) {
    this.#module = module;
    this.#events = events;
    this.#start();
  }

  /** Runs an input unless a newer one comes before its turn. */
  run(input) {
    this.#submit({ job: "run", input });
  }

  /** The texts at indent 0 and 2; `null` where a newer question or a crash came between. */
  texts(input) {
    return new Promise((resolve) => this.#submit({ job: "texts", input, resolve }));
  }

  #submit(job) {
    this.#waiting.get(job.job)?.resolve?.(null);
    this.#waiting.set(job.job, job);
    if (this.#current === null) this.#next();
    else if (job.job === "run" && this.#current.job !== "start") {
      const late = performance.now() - this.#current.started > STALE_LIMIT;
      if (late) this.#replace();
      else this.#timers.push(setTimeout(() => this.#replace(), STALE_LIMIT));
    }
  }

  async #start() {
    const worker = new Worker(scriptAddress("worker.js"), { type: "module" });
    this.#worker = worker;
    this.#current = { id: this.#nextId++, job: "start", input: null, started: performance.now() };
    const { id } = this.#current;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#receive({ id: this.#current?.id, crash: event.message ?? "the worker did not start" });
    };
    try {
      const module = await this.#module;
      if (this.#worker === worker) worker.postMessage({ id, job: "start", module });
    } catch (error) {
      if (this.#worker === worker) this.#receive({ id, crash: String(error?.message ?? error) });
    }
  }

  #next() {
    const job = this.#waiting.get("run") ?? this.#waiting.get("texts");
    if (job === undefined) return;
    this.#waiting.delete(job.job);
    this.#current = { ...job, id: this.#nextId++, started: performance.now() };
    this.#worker.postMessage({ id: this.#current.id, job: job.job, input: job.input });
    const { id } = this.#current;
    this.#timers.push(
      setTimeout(() => this.#current?.id === id && job.job === "run" && this.#events.slow(true), SLOW),
      setTimeout(() => this.#current?.id === id && this.#expire(), LIMIT),
    );
  }

  #receive({ id, output, crash }) {
    const job = this.#current;
    if (job === null || id !== job.id) return;
    this.#settle();
    if (crash !== undefined) {
      job.resolve?.(null);
      this.#events.crash(crash, job.input);
      // Without the module every new worker would fail in the same way.
      if (job.job !== "start") this.#restart();
      return;
    }
    if (job.job === "texts") job.resolve(output);
    if (job.job === "run" && !this.#waiting.has("run")) this.#events.output(output, job.input);
    this.#next();
  }

  /** Ends a run that has become stale. */
  #replace() {
    if (this.#current === null || this.#current.job === "start" || !this.#waiting.has("run")) return;
    if (performance.now() - this.#current.started < STALE_LIMIT - 50) return;
    this.#current.resolve?.(null);
    this.#settle();
    this.#restart();
  }

  #expire() {
    const { input, resolve } = this.#current;
    resolve?.(null);
    this.#settle();
    this.#events.timeout(input);
    this.#restart();
  }

  #settle() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#current = null;
    this.#events.slow(false);
  }

  #restart() {
    this.#worker.terminate();
    this.#start();
  }
}
