/** What a first visit shows. */

export const START = {
  value: `[
  { "day": "Monday", "celsius": 16.5, "sky": "overcast" },
  { "day": "Tuesday", "celsius": 18, "sky": "clear" }
]`,
  schema: `{
  "type": "array",
  "items": { "$ref": "#/$defs/Day" },
  "$defs": {
    "Day": {
      "type": "object",
      "title": "Day",
      "properties": {
        "day": { "type": "string" },
        "celsius": { "type": "number", "minimum": -90 },
        "sky": { "enum": ["clear", "overcast", "rain"] }
      },
      "required": ["day", "celsius"]
    }
  }
}`,
  policy: `{
  "tool": "get_forecast"
}`,
  chosen: 0,
  call: { ready: false, text: "", meta: "" },
};
