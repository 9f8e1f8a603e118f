// The tools of the example: one for each kind of return value.

import { content, SchemaError } from "twochannel";
import { ready, registerTool } from "twochannel/mcp";
import { z } from "zod";

const LEVELS = { Cuxhaven: 412, Brest: 655, Bergen: 121 };

const harbour = { harbour: z.enum(Object.keys(LEVELS)).describe("The gauge's harbour.") };

/** Any library with Standard JSON Schema will do … */
const TideModel = z
  .object({
    level: z.number().describe("Centimetres above chart datum."),
    rising: z.boolean().describe("Whether the water comes in."),
    remark: z.string(),
  })
  .meta({ title: "Tide" });

/** … and so does JSON Schema. */
const Tide = {
  properties: {
    level: { title: "Level", type: "number" },
    rising: { title: "Rising", type: "boolean" },
    remark: { title: "Remark", type: "string" },
  },
  required: ["level", "rising", "remark"],
  title: "Tide",
  type: "object",
};

class TideRecord {
  constructor(level, rising, remark) {
    Object.assign(this, { level, rising, remark });
  }
}

const WholeNumber = { type: "integer" };
const TideList = { $defs: { Tide }, items: { $ref: "#/$defs/Tide" }, type: "array" };
const LevelByHarbour = { additionalProperties: { type: "number" }, type: "object" };

/** What an upstream service sends since it dropped a member. */
const UPSTREAM = '{"level": 412.5, "remark": "Spring tide"}';

/** A gauge that no schema describes. */
class Gauge {
  constructor(name, online) {
    this.name = name;
    this.online = online;
  }
}

const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/** Registers every tool with `server`. */
export function registerTools(server) {
  registerTool(
    server,
    "get_level",
    { description: "Water level at a harbour.", inputSchema: harbour, returns: WholeNumber },
    ({ harbour }) => LEVELS[harbour],
  );

  registerTool(
    server,
    "get_tide",
    { description: "The tide, as a Zod model.", inputSchema: harbour, returns: TideModel },
    ({ harbour }) => ({
      level: LEVELS[harbour] + 0.5,
      rising: true,
      remark: "Springtide – hög våg",
    }),
  );

  registerTool(
    server,
    "get_tide_plain",
    { description: "The tide, as a plain object.", inputSchema: harbour, returns: Tide },
    ({ harbour }) => ({ level: LEVELS[harbour], rising: false, remark: "Neap tide" }),
  );

  registerTool(
    server,
    "get_tide_record",
    { description: "The tide, as an instance of a class.", inputSchema: harbour, returns: Tide },
    ({ harbour }) => new TideRecord(LEVELS[harbour], false, "Neap tide"),
  );

  registerTool(
    server,
    "get_tides",
    {
      description: "The next tides: one text block each.",
      inputSchema: { ...harbour, count: z.number().int().min(1) },
      returns: TideList,
    },
    ({ harbour, count }) =>
      Array.from({ length: count }, (_, index) => ({
        level: LEVELS[harbour] + 10 * index,
        rising: index % 2 === 0,
        remark: "Forecast",
      })),
  );

  registerTool(
    server,
    "get_levels",
    { description: "Every level, by harbour.", returns: LevelByHarbour },
    () => LEVELS,
  );

  registerTool(
    server,
    "get_upstream_tide",
    { description: "The tide, from a service that broke its word.", returns: Tide },
    () => JSON.parse(UPSTREAM),
  );

  registerTool(
    server,
    "get_offline_tide",
    { description: "The tide, from a service that is down.", returns: Tide },
    () => {
      throw new Error("the gauge does not answer");
    },
  );

  registerTool(
    server,
    "tide_report",
    {
      description: "A report to read.",
      returns: { type: "string" },
      policy: { structuredOutput: false },
    },
    () => "High water at noon, half a metre above the mean. Small craft stay in.",
  );

  registerTool(
    server,
    "get_gauge",
    { description: "A gauge: no schema, so text alone." },
    () => new Gauge("Brest", true),
  );

  registerTool(server, "get_chart", { description: "Content blocks, sent as they are." }, () => [
    content.text("The last hour:"),
    content.image(DOT, "image/png"),
    content.resourceLink("https://example.org/tides.csv", "tides.csv"),
  ]);

  registerTool(
    server,
    "get_level_signed",
    {
      description: "A ready-made result with data for the application alone.",
      returns: WholeNumber,
    },
    () =>
      ready({
        _meta: { "example.org/signature": "c2lnbmVk" },
        content: [content.text("412 cm")],
        structuredContent: { result: 412 },
      }),
  );

  requireSchema(server);
}

/** `structuredOutput: true` makes a missing schema a mistake that shows at registration. */
function requireSchema(server) {
  try {
    registerTool(
      server,
      "get_gauge_data",
      { policy: { structuredOutput: true } },
      () => new Gauge("Brest", true),
    );
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    console.error(`refused at registration: ${error.message}`);
  }
}
