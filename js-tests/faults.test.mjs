// What becomes of a call that the WebAssembly module does not survive, and of those after it. The
// faults are real ones.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it, mock } from "node:test";
import { promisify } from "node:util";

import { instance, wasmMemory } from "./support/instance.mjs";
import { Converter, SchemaError, convertResult, lint } from "twochannel";
import { registerTool } from "twochannel/mcp";

import { IN_MEMORY } from "./mcp/connections.mjs";

const Tide = {
  type: "object",
  title: "Tide",
  properties: { level: { type: "number" }, rising: { type: "boolean" } },
  required: ["level", "rising"],
};
const tide = { level: 16.5, rising: true };
const RESTARTED = /^(Error: )?Tool get_tide: the WebAssembly module failed \(.+\) and was restarted$/;

/** Makes the next call trap: what the module believes to be addresses is none. */
function corrupt() {
  wasmMemory().fill(0xff);
}

const newConverter = (policy) => new Converter(Tide, { tool: "get_tide", ...policy });
const good = newConverter().convert(tide);
const decoded = (bytes) => JSON.parse(Buffer.from(bytes).toString());

/** That a converter does all that it did before. */
function assertWorks(converter) {
  assert.deepEqual(converter.convert(tide), good);
  assert.deepEqual(decoded(converter.convertToBytes(tide)), good);
  assert.deepEqual(decoded(converter.convertJson(JSON.stringify(tide))), good);
  assert.deepEqual(
    converter.check({ level: 1 }).map(({ code }) => code),
    ["missing"],
  );
  assert.deepEqual(converter.passThrough(good), good);
  assert.equal(converter.convert({ level: 1 }).isError, true);
  assert.equal(converter.convert({ ...tide, [`name ${Math.random()}`]: 1 }).isError, false);
}

describe("a trap", () => {
  const calls = {
    convert: (converter) => converter.convert(tide),
    convertToBytes: (converter) => converter.convertToBytes(tide),
    convertJson: (converter) => converter.convertJson("[]"),
    check: (converter) => converter.check({ level: "high" }),
    passThrough: (converter) => converter.passThrough(good),
    "a refusal": (converter) => converter.convert({ level: () => 1 }),
    "a name that is new": (converter) => converter.convert({ "a new name": 1 }),
    "a value that needs memory": (converter) => converter.convert(["x".repeat(1_000_000)]),
    constructor: () => newConverter(),
    lint: () => lint(Tide, { tool: "get_tide" }),
  };
  for (const [name, call] of Object.entries(calls)) {
    it(`in ${name} is an Error that says so, and the next call works`, () => {
      const converter = newConverter();
      const other = new Converter({ type: "array", items: Tide }, { tool: "get_tides" });
      const { outputSchema } = converter;
      corrupt();
      assert.throws(() => call(converter), (error) => {
        assert.match(error.message, RESTARTED);
        assert.ok(error.cause instanceof Error);
        return true;
      });
      assertWorks(converter);
      assert.equal(converter.outputSchema, outputSchema);
      assert.deepEqual(other.convert([tide]).structuredContent, { result: [tide] });
      assert.deepEqual(convertResult(tide, Tide), good);
    });
  }

  it("strikes a freed converter no more than others", () => {
    const converter = newConverter();
    corrupt();
    assert.throws(() => newConverter(), RESTARTED);
    converter.free();
    assert.throws(() => converter.convert(tide), /was freed/);
    assertWorks(newConverter());
  });

  it("leaves a policy as it was given", () => {
    const policy = { indent: 0, tool: "get_tide" };
    const converter = new Converter(Tide, policy);
    policy.indent = 4;
    corrupt();
    assert.throws(() => converter.convert(tide), RESTARTED);
    assert.equal(converter.convert(tide).content[0].text, '{"level":16.5,"rising":true}');
  });

  it("can happen again and again", () => {
    const converter = newConverter();
    for (let round = 0; round < 50; round++) {
      corrupt();
      assert.throws(() => converter.convert(tide), RESTARTED);
      assertWorks(converter);
    }
  });

  it("is no reason to restart for a schema or a policy that is refused", () => {
    const before = instance();
    assert.throws(() => new Converter({ type: "strnig" }), SchemaError);
    assert.throws(() => new Converter(Tide, { indent: 9 }), SchemaError);
    const value = {
      get level() {
        throw new RangeError("mine");
      },
    };
    assert.equal(newConverter().convert(value).isError, true);
    assert.equal(instance(), before);
  });
});

describe("a trap amid another call, in the caller's own code", () => {
  const inner = newConverter();
  const failing = () => {
    corrupt();
    return inner.convert(tide);
  };

  it("is an error result where the code passes the error on", () => {
    const { isError, content } = newConverter().convert({
      get level() {
        return failing();
      },
    });
    assert.equal(isError, true);
    assert.match(content[0].text, /reading the value threw an error.*was restarted/s);
    assertWorks(inner);
  });

  for (const method of ["convert", "convertToBytes", "check"]) {
    it(`ends ${method} with an Error where the code keeps the error to itself`, () => {
      const converter = newConverter();
      const value = {
        before: "text",
        get level() {
          try {
            failing();
          } catch {
            assertWorks(inner);
          }
          return 1;
        },
        // More than fits without asking for more memory, and a name that has to be learned.
        after: Array.from({ length: 10_000 }, () => ({ "a new name": "text" })),
      };
      assert.throws(() => converter[method](value), (error) => {
        assert.match(error.message, RESTARTED);
        assert.match(error.message, /another call/);
        return true;
      });
      assertWorks(converter);
      assertWorks(inner);
    });
  }

  it("does not disturb convertJson, whose own walk has not begun", () => {
    const meta = {
      toJSON() {
        assert.throws(failing, RESTARTED);
        return { seen: true };
      },
    };
    const result = decoded(newConverter().convertJson(JSON.stringify(tide), { meta }));
    assert.deepEqual(result, { ...good, _meta: { seen: true } });
  });
});

describe("the end of the stack", () => {
  it("inside the module is an Error, and the next call works", () => {
    const converter = new Converter({}, { tool: "get_tide", maxDepth: 500 });
    const nested = "[".repeat(400) + "]".repeat(400);
    const messages = [];
    let levels = 0;
    /** Goes to the end of the stack, and tries at each level on the way back until it works. */
    const dive = () => {
      try {
        dive();
      } catch {
        // The end.
      }
      levels += 1;
      if (messages.at(-1) === "") return;
      try {
        converter.convertJson(nested);
        messages.push("");
      } catch (error) {
        messages.push(error.message);
      }
    };
    dive();
    assert.equal(messages.at(-1), "");
    const inside = messages.filter((message) => message.startsWith("Tool get_tide: "));
    assert.ok(inside.length > 0, messages.slice(-3).join("\n"));
    assert.match(inside.at(-1), /the WebAssembly module failed \(.*call stack/);
    assertWorks(newConverter());
    assert.equal(decoded(converter.convertJson(nested)).isError, false);
  });
});

describe("in a process of its own", () => {
  const run = async (flags, code) => {
    const options = { cwd: import.meta.dirname ?? new URL(".", import.meta.url).pathname };
    const args = [...flags, "--input-type=module", "--eval", code];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return JSON.parse(stdout);
  };

  it("the end of memory is an Error or an error result, and the next call works", async () => {
    const report = await run(
      ["--wasm-max-mem-pages=160"],
      `import { Converter } from "twochannel";
       const make = (policy) => new Converter({ type: "array" }, { tool: "get_tide", ...policy });
       const converter = make({ indent: 8 });
       const outcome = (call) => {
         try { return call().isError } catch (error) { return error.message }
       };
       const small = () => converter.convert([1]);
       const nested = (depth) => (depth === 0 ? 1 : { a: nested(depth - 1), b: nested(depth - 1) });
       const allowed = Array.from({ length: 300_000 }, (_, index) => [index]);
       const report = {
         small: outcome(small),
         // The words of it fit; its text does not.
         text: outcome(() => converter.convert([nested(16)])),
         afterText: outcome(small),
         // The words of it do not fit.
         words: outcome(() => converter.convert(new Array(3_000_000).fill(1))),
         afterWords: outcome(small),
         schema: outcome(() => new Converter({ enum: allowed }, { tool: "get_tide" })),
         afterSchema: outcome(small),
       };
       console.log(JSON.stringify(report));`,
    );
    const { text, words, schema, ...others } = report;
    assert.deepEqual(Object.values(others), [false, false, false, false]);
    assert.match(text, RESTARTED);
    assert.equal(words, true);
    assert.match(schema, RESTARTED);
  });

  it("handles of the old instance that are collected free nothing in the new one", async () => {
    const report = await run(
      ["--expose-gc"],
      `import { wasmMemory } from "./support/instance.mjs";
       import { Converter } from "twochannel";
       const make = () => new Converter({ type: "array" }, { tool: "get_tide" });
       let old = Array.from({ length: 300 }, make);
       wasmMemory().fill(0xff);
       let message;
       try { old[0].convert([1]) } catch (error) { message = error.message }
       const fresh = Array.from({ length: 300 }, make);
       old = null;
       for (let round = 0; round < 10; round++) {
         gc();
         await new Promise((resolve) => setTimeout(resolve, 5));
       }
       const texts = new Set(fresh.map((one) => one.convert(["text"]).content[0].text));
       console.log(JSON.stringify({ message, texts: [...texts] }));`,
    );
    assert.match(report.message, RESTARTED);
    assert.deepEqual(report.texts, ["text"]);
  });
});

describe("a restart that fails", () => {
  it("is tried again with the next call", () => {
    const converter = newConverter();
    corrupt();
    const failing = mock.method(WebAssembly, "Instance", function () {
      throw new RangeError("could not allocate memory");
    });
    try {
      assert.throws(() => converter.convert(tide), /^Error: Tool get_tide: .* will be restarted$/);
      assert.throws(() => converter.convert(tide), /allocate memory.* will be restarted$/);
      converter.free();
    } finally {
      failing.mock.restore();
    }
    assertWorks(newConverter());
  });
});

for (const [name, connect] of Object.entries(IN_MEMORY)) {
  it(`a tool of a server is an error result once, and works again (${name})`, async () => {
    const logged = [];
    const logger = { error: (...entry) => logged.push(entry) };
    const connection = await connect((server) =>
      registerTool(server, "get_tide", { returns: Tide, logger }, () => tide),
    );
    const call = () => connection.client.callTool({ name: "get_tide", arguments: {} });
    try {
      corrupt();
      const { isError, content } = await call();
      assert.equal(isError, true);
      assert.match(content[0].text, /the WebAssembly module failed .* and was restarted/);
      assert.ok(logged[0][0].error instanceof Error);
      assert.deepEqual((await call()).structuredContent, tide);
    } finally {
      await connection.close();
    }
  });
}
