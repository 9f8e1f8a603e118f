/** What the model reads: each content block as a card. */

import { count, fill, h } from "./dom.js";

const PAGE = 30;
const LONGEST = 4000;

/** Addresses of pictures and sounds, to be given back when they are no longer shown. */
let addresses = [];

export function showBlocks(target, { content, wire }) {
  addresses.forEach((address) => URL.revokeObjectURL(address));
  addresses = [];
  if (content.length === 0) {
    fill(target, h("p.nothing", {}, "Nothing. ", h("span", {}, wire === null ? "There is no result." : "content is an empty list.")));
    return;
  }
  const list = h("ol.blocks");
  const more = (first) => {
    list.append(...content.slice(first, first + PAGE).map((block, index) => card(block, first + index)));
    const left = content.length - first - PAGE;
    if (left <= 0) return;
    const button = h("button.quiet", { type: "button" }, `Show ${Math.min(left, PAGE)} of ${left} more blocks`);
    const last = h("li", {}, button);
    button.addEventListener("click", () => {
      last.remove();
      more(first + PAGE);
    });
    list.append(last);
  };
  more(0);
  fill(target, list);
}

function card(block, index) {
  const { type, annotations, _meta } = block;
  const extras = { ...(annotations && { annotations }), ...(_meta && { _meta }) };
  return h(
    "li.card",
    {},
    h("div.card-head", {}, h("span", {}, `${index + 1}`), h("span", {}, type), h("span.grow"), sizeOf(block)),
    body(block),
    Object.keys(extras).length > 0 && h("pre.extras", {}, JSON.stringify(extras, null, 2)),
  );
}

function sizeOf(block) {
  const text = block.text ?? block.resource?.text;
  if (typeof text === "string") return h("span", {}, count(text.length, "character"));
  return h("span", {}, block.mimeType ?? block.resource?.mimeType ?? "");
}

function body(block) {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? long(block.text) : raw(block);
    case "image":
    case "audio":
      return media(block.data, block.mimeType, block.type) ?? raw(block);
    case "resource": {
      const { uri, text, blob, mimeType = "" } = block.resource ?? {};
      const kind = mimeType.startsWith("image/") ? "image" : mimeType.startsWith("audio/") ? "audio" : null;
      const shown = typeof text === "string" ? long(text) : kind && media(blob, mimeType, kind);
      return h("div", {}, h("p.address", {}, String(uri)), shown || h("p.faint", {}, "bytes"));
    }
    case "resource_link":
      return h(
        "div",
        {},
        h("p.link-name", {}, String(block.title ?? block.name)),
        h("p.address", {}, String(block.uri)),
        block.description && h("p.faint", {}, String(block.description)),
      );
    default:
      return raw(block);
  }
}

function raw(block) {
  return h("pre.text", {}, JSON.stringify(block, null, 2).slice(0, LONGEST));
}

function long(text) {
  if (text === "") return h("p.nothing", {}, "An empty text.");
  if (text.length <= LONGEST) return h("pre.text", {}, text);
  const shown = h("pre.text", {}, `${text.slice(0, LONGEST)}…`);
  const button = h("button.quiet", { type: "button" }, `Show all ${text.length.toLocaleString("en")} characters`);
  button.addEventListener("click", () => {
    fill(shown, text);
    button.remove();
  });
  return h("div", {}, shown, button);
}

function media(base64, mimeType, kind) {
  if (typeof base64 !== "string" || !new RegExp(`^${kind}/[\\w.+-]+$`).test(mimeType ?? "")) return null;
  let bytes;
  try {
    bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return h("p.nothing", {}, "The data is not base64.");
  }
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  addresses.push(address);
  const caption = h("p.faint", {}, count(bytes.length, "byte"));
  if (kind === "audio") return h("div", {}, h("audio", { controls: true, src: address }), caption);
  const image = h("img", { src: address, alt: `Image block of type ${mimeType}` });
  image.addEventListener("error", () => image.replaceWith(h("p.nothing", {}, `This browser cannot show the image (${mimeType}).`)));
  return h("div", {}, image, caption);
}
