// What every runtime converts, and what must come out of it.

const Tide = {
  type: "object",
  title: "Tide",
  properties: { level: { type: "number" }, rising: { type: "boolean" } },
  required: ["level", "rising"],
};
const tide = { level: 16.5, rising: true };
const TIDE_TEXT = '{\n  "level": 16.5,\n  "rising": true\n}';
const REFUSED =
  "Error executing tool get_tide: 1 validation error for Tide\n" +
  "rising\n  Field required [type=missing, input_value={'level': 16.5}, input_type=dict]";

const text = (text) => ({ type: "text", text });
const data = (structuredContent, ...content) => ({ content, structuredContent, isError: false });
const decoded = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
/** Longer than what crosses character by character, and in every width of UTF-8. */
const WIDE = "Højvande – ström 🌊 潮汐. ".repeat(20);

/** Each runs with all that the package exports, `McpServer` of an SDK, and `breakModule`. */
const CONVERSIONS = {
  "an object": {
    run: ({ Converter }) => new Converter(Tide, { tool: "get_tide" }).convert(tide),
    expected: data(tide, text(TIDE_TEXT)),
  },
  "a wrapped list": {
    run({ Converter }) {
      const dice = new Converter({ type: "array", items: { type: "integer" } }, { tool: "dice" });
      return { result: dice.convert([4, 6]), outputSchema: dice.outputSchema };
    },
    expected: {
      result: data({ result: [4, 6] }, text("4"), text("6")),
      outputSchema: {
        properties: { result: { items: { type: "integer" }, title: "Result", type: "array" } },
        required: ["result"],
        title: "diceOutput",
        type: "object",
      },
    },
  },
  "a failing value": {
    run: ({ Converter }) => new Converter(Tide, { tool: "get_tide" }).convert({ level: 16.5 }),
    expected: { content: [text(REFUSED)], isError: true },
  },
  "the problems of a value": {
    run: ({ Converter }) =>
      new Converter(Tide).check({ level: "high" }).map(({ pointer, code }) => [pointer, code]),
    expected: [
      ["/level", "float_parsing"],
      ["/rising", "missing"],
    ],
  },
  "a value that lax mode cleans": {
    run: ({ convertResult }) =>
      convertResult({ level: "16.5", rising: "yes" }, Tide, { preset: "python-sdk" }),
    expected: data(tide, text('{\n  "level": "16.5",\n  "rising": "yes"\n}')),
  },
  "a pattern and a format": {
    run({ Converter }) {
      const items = [
        { type: "string", pattern: "^\\p{Lu}[a-z]+$" },
        { type: "string", format: "date" },
      ];
      const converter = new Converter({ type: "array", prefixItems: items });
      const isError = (value) => converter.convert(value).isError;
      const [brest, leap] = ["Brest", "2024-02-29"];
      return [[brest, leap], ["brest", leap], [brest, "2023-02-29"]].map(isError);
    },
    expected: [false, true, true],
  },
  "text beyond ASCII": {
    run: ({ convertResult }) => convertResult(WIDE, { type: "string" }),
    expected: data({ result: WIDE }, text(WIDE)),
  },
  "values that are not JSON": {
    run({ convertResult }) {
      const value = [new Date(0), new Map([["a", 1n]]), new Set([2 ** 53 - 1])];
      return convertResult(value, { type: "array" }, { indent: 0 });
    },
    expected: data(
      { result: ["1970-01-01T00:00:00.000Z", { a: 1 }, [9007199254740991]] },
      text("1970-01-01T00:00:00.000Z"),
      text('{"a":1}'),
      text("[9007199254740991]"),
    ),
  },
  "blocks made from bytes": {
    run: ({ convertResult, content }) =>
      convertResult([content.image(new Uint8Array([0, 1, 254]), "image/png"), "seen"]),
    expected: {
      content: [{ type: "image", data: "AAH+", mimeType: "image/png" }, text("seen")],
      isError: false,
    },
  },
  convertToBytes: {
    run({ Converter }) {
      const bytes = new Converter({ type: "array" }).convertToBytes([tide, WIDE]);
      return { isBytes: bytes instanceof Uint8Array, result: decoded(bytes) };
    },
    expected: {
      isBytes: true,
      result: data({ result: [tide, WIDE] }, text(TIDE_TEXT), text(WIDE)),
    },
  },
  "convertJson, digit by digit": {
    run: ({ Converter }) =>
      new TextDecoder().decode(
        new Converter({ type: "array" }).convertJson("[1.0, 12345678901234567890]"),
      ),
    expected:
      '{"content":[{"type":"text","text":"1.0"},{"type":"text","text":"12345678901234567890"}],' +
      '"structuredContent":{"result":[1.0,12345678901234567890]},"isError":false}',
  },
  "a schema that is none": {
    run({ Converter, SchemaError }) {
      try {
        new Converter({ properties: { a: { type: "strnig" } } }, { tool: "get_tide" });
      } catch (error) {
        const { tool, pointer } = error;
        return { isSchemaError: error instanceof SchemaError, tool, pointer };
      }
    },
    expected: { isSchemaError: true, tool: "get_tide", pointer: "/properties/a/type" },
  },
  "a trap, and what comes after it": {
    async run({ Converter, breakModule }) {
      const converter = new Converter(Tide, { tool: "get_tide" });
      breakModule();
      try {
        converter.convert(tide);
      } catch (error) {
        const says = error.message.replace(/\(.*\)/, "(…)");
        return { says, after: converter.convert(tide) };
      }
    },
    expected: {
      says: "Tool get_tide: the WebAssembly module failed (…) and was restarted",
      after: data(tide, text(TIDE_TEXT)),
    },
  },
  lint: {
    run: ({ lint }) => lint({ type: "array" }).length > 0,
    expected: true,
  },
  registerTool: {
    async run({ registerTool, McpServer }) {
      const server = new McpServer({ name: "tides", version: "1.0.0" });
      const logger = { error() {} };
      const define = (name, value) =>
        registerTool(server, name, { returns: Tide, logger }, () => value);
      define("get_tide", tide);
      define("get_half", { level: 16.5 });
      const request = await connected(server);
      const { tools } = await request("tools/list", {});
      return {
        listed: tools.map(({ name, outputSchema }) => ({ name, outputSchema })),
        good: await request("tools/call", { name: "get_tide", arguments: {} }),
        bad: await request("tools/call", { name: "get_half", arguments: {} }),
      };
    },
    expected: {
      listed: [
        { name: "get_tide", outputSchema: Tide },
        { name: "get_half", outputSchema: Tide },
      ],
      good: data(tide, text(TIDE_TEXT)),
      bad: { content: [text(REFUSED.replace("get_tide", "get_half"))], isError: true },
    },
  },
};

/** Runs them all: the name of each with what came out. */
export async function runAll(api) {
  const report = {};
  for (const [name, { run }] of Object.entries(CONVERSIONS)) {
    try {
      report[name] = await run(api);
    } catch (error) {
      report[name] = { thrown: error?.stack ?? String(error) };
    }
  }
  return report;
}

/** What `runAll` must give, as it comes out of JSON. */
export function expected() {
  const entries = Object.entries(CONVERSIONS).map(([name, { expected }]) => [name, expected]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

/** Whether code can be made from text here. */
export function hasEval() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

/** A client of a few lines: the official ones validate with a library that needs eval. */
async function connected(server) {
  const answers = new Map();
  const transport = {
    async start() {},
    async close() {},
    async send({ id, result, error }) {
      answers.get(id)?.(error ?? result);
    },
  };
  await server.connect(transport);
  let last = 0;
  const request = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      answers.set(last, resolve);
      transport.onmessage({ jsonrpc: "2.0", id: last, method, params });
    });
  const clientInfo = { name: "client", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  transport.onmessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  return request;
}
