// Two tools that every framework serves: one keeps its schema, the other breaks it.

export const Tides = {
  type: "array",
  items: {
    type: "object",
    properties: { level: { type: "number" }, rising: { type: "boolean" } },
    required: ["level", "rising"],
  },
};

export const HANDLERS = {
  get_tides: () => [{ level: 16.5, rising: true }, { level: 12, rising: false }],
  get_half_tides: () => [{ level: 16.5 }],
};
