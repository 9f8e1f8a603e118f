/** The kinds of client there are, and what each makes of a result. */

export const CLIENTS = [
  { name: "Text only", about: "joins all text blocks", reads: ({ content }) => texts(content) },
  { name: "First block only", about: "ignores the others", reads: ({ content }) => texts(content.slice(0, 1)) },
  { name: "Structured only", about: "puts the data before the model", reads: ({ data }) => data },
  {
    name: "Both",
    about: "text and data, one after the other",
    reads: ({ content, data }) => [texts(content), data].filter((part) => part !== null).join("\n") || null,
  },
];

function texts(content) {
  const parts = content.flatMap((block) => block.text ?? block.resource?.text ?? []);
  return parts.length === 0 ? null : parts.join("\n");
}

/** Blocks that no text stands for. */
export function media(content) {
  return content.filter((block) => block.type === "image" || block.type === "audio").length;
}
