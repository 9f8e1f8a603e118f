// Uses every member of index.d.ts. It must compile; it is not run.

import {
  content,
  convertResult,
  Converter,
  init,
  lint,
  SchemaError,
  type AudioContent,
  type BlockData,
  type BlockMembers,
  type CallOptions,
  type CallToolResult,
  type ContentBlock,
  type EmbeddedResource,
  type Finding,
  type ImageContent,
  type Issue,
  type Json,
  type JsonSchema,
  type LinkMembers,
  type Policy,
  type ResourceContents,
  type ResourceGiven,
  type ResourceLink,
  type ReturnSchema,
  type StandardJsonSchema,
  type TextContent,
} from "twochannel";

await init();
await init(new URL("https://example.org/twochannel_bg.wasm"));

const policy: Policy = {
  preset: "python-sdk",
  tool: "dice",
  structuredOutput: null,
  wrap: "auto",
  revision: "2025-11-25",
  validation: "lax",
  extra: "strip",
  nullOptional: "omit",
  formats: "annotate",
  list: "single",
  emptyList: "text",
  indent: 0,
  text: "mirror",
  nonFinite: "constants",
  unsafeIntegers: "string",
  errors: "named",
  publishSchema: true,
  maxDepth: 128,
  maxBytes: 1_000_000,
};
// @ts-expect-error: no such member
const misspelt: Policy = { idnent: 2 };
// @ts-expect-error: no such value
const outOfRange: Policy = { indent: 9 };

const plain: JsonSchema = { type: "array", items: { type: "integer" } };
const library: StandardJsonSchema = {
  "~standard": {
    version: 1,
    vendor: "sample",
    jsonSchema: { output: () => ({ type: "integer" }) },
  },
};
const schemas: ReturnSchema[] = [plain, library, true];

const converter = new Converter(plain, policy);
const published: { [keyword: string]: unknown } | null = converter.outputSchema;
const isWrapped: boolean = converter.wrapped;

const options: CallOptions = { text: "ten", meta: { "example.org/key": 1 } };
const result: CallToolResult = converter.convert([4, 6], options);
const bytes: Uint8Array = converter.convertToBytes([4, 6], options);
const fromJson: Uint8Array = converter.convertJson("[4, 6]", { text: "ten" });
converter.convertJson(fromJson);

const issues: Issue[] = converter.check(["four"]);
for (const { path, pointer, code, message, inputType } of issues) {
  const places: (string | number)[] = path;
  const words: string[] = [pointer, code, message, inputType];
  console.log(places, words);
}

const texts: string[] = result.content.flatMap((block: ContentBlock) =>
  block.type === "text" ? [block.text] : [],
);
const failed: boolean = result.isError ?? false;
const kind: string = result.resultType ?? "complete";
const meta: { [name: string]: unknown } = result._meta ?? {};
const data: Json = result.structuredContent;

const members: BlockMembers = { annotations: { priority: 1 }, _meta: {} };
const text: TextContent = content.text("four", members);
const image: ImageContent = content.image(new Uint8Array(4), "image/png");
const audio: AudioContent = content.audio("AAAA", "audio/wav", members);
const contents: ResourceContents = { uri: "file:///a.txt", mimeType: "text/plain", text: "a" };
const resource: EmbeddedResource = content.resource(contents);
const bytesOfFile: BlockData = new Uint8Array(4);
const given: ResourceGiven = { uri: "file:///a.bin", blob: bytesOfFile, _meta: {} };
content.resource(given);
const more: LinkMembers = { title: "A" };
content.resourceLink("file:///b.txt", "b.txt", more);
const link: ResourceLink = content.resourceLink("file:///a.txt", "a.txt", {
  title: "A",
  description: "The letter.",
  mimeType: "text/plain",
  size: 1,
  ...members,
});
const { data: base64, mimeType }: ImageContent = image;
const blob: string = "blob" in resource.resource ? resource.resource.blob : resource.resource.uri;

const passed: CallToolResult = converter.passThrough({ content: [text, audio, resource, link] });
const once: CallToolResult = convertResult({ level: 1 }, { type: "object" }, { tool: "level" });
const advice: Finding[] = lint({ type: "string" }, policy, '{"a":1}');
for (const { code, pointer, message, reason } of advice)
  console.log(code, pointer, message, reason);
const withoutSchema: CallToolResult = convertResult("text");

try {
  new Converter(null, { structuredOutput: true });
} catch (error) {
  if (!(error instanceof SchemaError)) throw error;
  const pointer: string | null = error.pointer;
  const why: string[] = [error.name, error.tool, error.reason, pointer ?? "", error.message];
  console.log(why);
}

{
  using short = new Converter();
  short.convert(1);
}
converter[Symbol.dispose]();
converter.free();

console.log(misspelt, outOfRange, schemas, published, isWrapped, bytes, texts, failed, kind, meta);
console.log(data, base64, mimeType, blob, passed, once, withoutSchema);
