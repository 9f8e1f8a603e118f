import { base64Of, bytesOf } from "./special.js";

/** Data of a block: base64 already, or bytes. */
const encoded = (data) => (typeof data === "string" ? data : base64Of(bytesOf(data)));

/**
 * Makes content blocks, for tools that return some. `more` holds members that a block may have
 * besides: `annotations`, `_meta` and the like.
 */
export const content = {
  text: (text, more) => ({ type: "text", text, ...more }),

  image: (data, mimeType, more) => ({ type: "image", data: encoded(data), mimeType, ...more }),

  audio: (data, mimeType, more) => ({ type: "audio", data: encoded(data), mimeType, ...more }),

  resource: ({ blob, ...resource }, more) => ({
    type: "resource",
    resource: blob === undefined ? resource : { ...resource, blob: encoded(blob) },
    ...more,
  }),

  resourceLink: (uri, name, more) => ({ type: "resource_link", uri, name, ...more }),
};
