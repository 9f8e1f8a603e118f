/** Lists of records of three members, as long as one likes. */

const record = {
  type: "object",
  properties: {
    temperature: { type: "number", description: "Degrees Celsius" },
    humidity: { type: "number" },
    conditions: { type: "string" },
  },
  required: ["temperature", "humidity", "conditions"],
};

export const records = (n) =>
  Array.from({ length: n }, (_, i) => ({
    temperature: 16.2 + i,
    humidity: 0.83,
    conditions: "Overcast with spells",
  }));

export const recordsObject = {
  type: "object",
  properties: { days: { type: "array", items: { $ref: "#/$defs/Record" } } },
  required: ["days"],
  $defs: { Record: record },
};

export const recordsList = {
  type: "array",
  items: { $ref: "#/$defs/Record" },
  $defs: { Record: record },
};
