// One tool for each kind of return value, and what must reach the client.

import { content, SchemaError } from "twochannel";
import { ready, registerTool, reply } from "twochannel/mcp";
import { z } from "zod";

const Reading = {
  type: "object",
  title: "Reading",
  properties: { level: { type: "number" }, rising: { type: "boolean" } },
  required: ["level", "rising"],
};

class ReadingRecord {
  constructor(level, rising) {
    this.level = level;
    this.rising = rising;
  }
}

const pretty = (value) => JSON.stringify(value, null, 2);
const text = (text) => ({ type: "text", text });
const image = { type: "image", data: "AAAA", mimeType: "image/png" };

/**
 * name → `config` and `handler` for registerTool, `args` to call it with, the `outputSchema` that must
 * be listed (to the letter) and the `result` that must arrive.
 */
export const TOOLS = {
  scalar: {
    config: { inputSchema: { gauge: z.string() }, returns: { type: "integer" } },
    handler: ({ gauge }) => gauge.length,
    args: { gauge: "Brest" },
    outputSchema: {
      properties: { result: { title: "Result", type: "integer" } },
      required: ["result"],
      title: "scalarOutput",
      type: "object",
    },
    result: { content: [text("5")], structuredContent: { result: 5 }, isError: false },
  },
  model: {
    config: {
      returns: z.object({ level: z.number().describe("Centimetres.") }).meta({ title: "Level" }),
    },
    handler: () => ({ level: 16.2 }),
    outputSchema: {
      type: "object",
      properties: { level: { type: "number", description: "Centimetres." } },
      required: ["level"],
      additionalProperties: false,
      title: "Level",
    },
    result: {
      content: [text(pretty({ level: 16.2 }))],
      structuredContent: { level: 16.2 },
      isError: false,
    },
  },
  typedDict: {
    config: { returns: Reading },
    handler: () => ({ level: 1, rising: true }),
    outputSchema: Reading,
    result: {
      content: [text(pretty({ level: 1, rising: true }))],
      structuredContent: { level: 1, rising: true },
      isError: false,
    },
  },
  record: {
    config: { returns: Reading },
    handler: async () => new ReadingRecord(2, false),
    outputSchema: Reading,
    result: {
      content: [text(pretty({ level: 2, rising: false }))],
      structuredContent: { level: 2, rising: false },
      isError: false,
    },
  },
  list: {
    config: { returns: { $defs: { Reading }, items: { $ref: "#/$defs/Reading" }, type: "array" } },
    handler: () => [
      { level: 1, rising: true },
      { level: 2, rising: false },
    ],
    outputSchema: {
      $defs: { Reading },
      properties: {
        result: { items: { $ref: "#/$defs/Reading" }, title: "Result", type: "array" },
      },
      required: ["result"],
      title: "listOutput",
      type: "object",
    },
    result: {
      content: [
        text(pretty({ level: 1, rising: true })),
        text(pretty({ level: 2, rising: false })),
      ],
      structuredContent: {
        result: [
          { level: 1, rising: true },
          { level: 2, rising: false },
        ],
      },
      isError: false,
    },
  },
  dictionary: {
    config: { returns: { additionalProperties: { type: "number" }, type: "object" } },
    handler: () => ({ Brest: 655, Bergen: 121 }),
    outputSchema: {
      additionalProperties: { type: "number" },
      title: "dictionaryDictOutput",
      type: "object",
    },
    result: {
      content: [text(pretty({ Brest: 655, Bergen: 121 }))],
      structuredContent: { Brest: 655, Bergen: 121 },
      isError: false,
    },
  },
  upstream: {
    config: { returns: Reading },
    handler: () => JSON.parse('{"level": 16.2}'),
    outputSchema: Reading,
    result: {
      content: [
        text(
          "Error executing tool upstream: 1 validation error for Reading\n" +
            "rising\n  Field required [type=missing, input_value={'level': 16.2}, input_type=dict]",
        ),
      ],
      isError: true,
    },
  },
  throwing: {
    config: { returns: Reading },
    handler: async () => {
      throw new RangeError("no such gauge");
    },
    outputSchema: Reading,
    result: { content: [text("Error executing tool throwing: no such gauge")], isError: true },
  },
  textOnly: {
    config: { returns: { type: "string" }, policy: { structuredOutput: false } },
    handler: () => "High water at noon.",
    result: { content: [text("High water at noon.")], isError: false },
  },
  noSchema: {
    config: {},
    handler: () => new ReadingRecord(3, true),
    result: { content: [text(pretty({ level: 3, rising: true }))], isError: false },
  },
  blocks: {
    config: {},
    handler: () => [content.text("Look:"), image, [text("nested"), null]],
    result: { content: [text("Look:"), image, text("nested")], isError: false },
  },
  readyMade: {
    config: { returns: { type: "integer" } },
    handler: () =>
      ready({
        _meta: { "example.org/key": [1] },
        content: [text("six")],
        structuredContent: { result: 6 },
      }),
    outputSchema: {
      properties: { result: { title: "Result", type: "integer" } },
      required: ["result"],
      title: "readyMadeOutput",
      type: "object",
    },
    result: {
      _meta: { "example.org/key": [1] },
      content: [text("six")],
      structuredContent: { result: 6 },
    },
  },
  readyMadeBySight: {
    config: {},
    handler: () => ({ content: [text("seen")], _meta: { "example.org/key": "v" } }),
    result: { content: [text("seen")], _meta: { "example.org/key": "v" } },
  },
  readyMadeWrong: {
    config: { returns: { type: "integer" }, policy: { errors: "named" } },
    handler: () => ready({ content: [text("six")], structuredContent: { result: "six" } }),
    outputSchema: {
      properties: { result: { title: "Result", type: "integer" } },
      required: ["result"],
      title: "readyMadeWrongOutput",
      type: "object",
    },
    result: { isError: true, contentStartsWith: "Error executing tool readyMadeWrong" },
  },
  ownText: {
    config: { returns: Reading },
    handler: () =>
      reply(
        { level: 4, rising: true },
        { text: "Four and rising.", meta: { "example.org/key": 1 } },
      ),
    outputSchema: Reading,
    result: {
      _meta: { "example.org/key": 1 },
      content: [text("Four and rising.")],
      structuredContent: { level: 4, rising: true },
      isError: false,
    },
  },
};

/** Registers all of them; every log entry goes to `logged`. */
export function registerAll(server, logged = []) {
  const logger = { error: (detail, message) => logged.push({ ...detail, message }) };
  for (const [name, { config, handler }] of Object.entries(TOOLS)) {
    registerTool(server, name, { logger, description: `The ${name} tool.`, ...config }, handler);
  }
  try {
    registerTool(server, "required", { policy: { structuredOutput: true } }, () => 1);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    logged.push({ tool: "required", error });
  }
  return logged;
}
