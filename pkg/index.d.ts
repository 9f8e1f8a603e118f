/// <reference lib="esnext.disposable" preserve="true" />

/** One tool value, two channels: what a tool returns, as a Model Context Protocol result. */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON Schema. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * A schema of a library that can tell its JSON Schema (https://standardschema.dev/json-schema): Zod
 * from 4.2 on, ArkType, Valibot with `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly jsonSchema: {
      readonly output: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

/** The schema of what a tool returns. */
export type ReturnSchema = JsonSchema | StandardJsonSchema;

/** How one tool's values become results. The first value of each member is the default. */
export interface Policy {
  /** A set of values that the other members override. `"python-sdk"`: what that SDK does. */
  preset?: "python-sdk" | undefined;
  /** The tool's name, for titles and error text. Default: `"tool"`. */
  tool?: string | undefined;
  /**
   * `null`: structured data where there is a schema for it. `true`: no schema is a `SchemaError`.
   * `false`: text alone, no validation.
   */
  structuredOutput?: null | boolean | undefined;
  /**
   * When the value is put into `{ result: … }`: where the schema's root is no object, always, or
   * never. `"never"` with such a root needs revision 2026-07-28.
   */
  wrap?: "auto" | "always" | "never" | undefined;
  /**
   * The client's revision of the protocol. Before 2025-06-18 there is text alone; from 2026-07-28 on
   * results name their type.
   */
  revision?: "2025-11-25" | "2025-06-18" | "2025-03-26" | "2024-11-05" | "2026-07-28" | undefined;
  /**
   * `"strict"`: JSON Schema as written, and the value is sent unchanged. `"lax"`: the value is cleaned
   * as pydantic does, driven by the schema, and what comes out is sent.
   */
  validation?: "strict" | "lax" | undefined;
  /**
   * What happens in the data to members that the schema does not declare; the text shows the value as
   * it was given. Strict validation only.
   */
  extra?: "keep" | "strip" | undefined;
  /** What happens in the data to a null where the member is optional and null is not allowed. */
  nullOptional?: "keep" | "omit" | undefined;
  /** Whether `format` is checked. */
  formats?: "assert" | "annotate" | undefined;
  /** Whether an array becomes one block per item or a single block. */
  list?: "perItem" | "single" | undefined;
  /** Whether an empty array becomes no block or the block `[]`. */
  emptyList?: "none" | "text" | undefined;
  /** Spaces per level in the text, 0 to 8; 0 is compact. Default: 2. */
  indent?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | undefined;
  /** `"none"`: `content` is empty, the data is in `structuredContent` alone. */
  text?: "mirror" | "none" | undefined;
  /**
   * What NaN and infinities become: an error result that names the place (null where there is no
   * schema), null, or `NaN` and `Infinity` in text and null in data.
   */
  nonFinite?: "error" | "null" | "constants" | undefined;
  /** What a BigInt beyond ±(2^53 - 1) becomes in structured data. Text has every digit. */
  unsafeIntegers?: "error" | "string" | undefined;
  /**
   * How much an error result says: every problem with its value, every problem without any value, or
   * that the tool failed.
   */
  errors?: "full" | "named" | "generic" | undefined;
  /** Whether `outputSchema` is published; values are validated either way. Default: `true`. */
  publishSchema?: boolean | undefined;
  /** How deeply a value may be nested, 1 to 500. Default: 128. */
  maxDepth?: number | undefined;
  /** How many bytes a result may have as JSON. Default: no limit. */
  maxBytes?: number | null | undefined;
}

/** Members that every content block may have. */
export interface BlockMembers {
  /** Hints for the client: audience, priority, when it was modified. */
  annotations?: { [name: string]: unknown };
  /** Data for the client's own use. */
  _meta?: { [name: string]: unknown };
}

/** Text for the model. */
export interface TextContent extends BlockMembers {
  type: "text";
  text: string;
}

/** A picture. */
export interface ImageContent extends BlockMembers {
  type: "image";
  /** The bytes in base64. */
  data: string;
  mimeType: string;
}

/** A sound. */
export interface AudioContent extends BlockMembers {
  type: "audio";
  /** The bytes in base64. */
  data: string;
  mimeType: string;
}

/** What a resource holds: text, or bytes in base64. */
export type ResourceContents = {
  uri: string;
  mimeType?: string;
  _meta?: { [name: string]: unknown };
} & ({ text: string } | { blob: string });

/** A resource with its contents. */
export interface EmbeddedResource extends BlockMembers {
  type: "resource";
  resource: ResourceContents;
}

/** Members that a link may have besides. */
export interface LinkMembers extends BlockMembers {
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
}

/** A resource that the client can read itself. */
export interface ResourceLink extends LinkMembers {
  type: "resource_link";
  uri: string;
  name: string;
}

/** One block of what the model reads. */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/** A `CallToolResult` of the Model Context Protocol. */
export interface CallToolResult {
  /** What the model reads. */
  content: ContentBlock[];
  /** What the application gets. Absent on errors and where no schema is declared. */
  structuredContent?: any;
  /** Whether the call failed. Ready-made results may leave it out. */
  isError?: boolean;
  /** `"complete"`, from revision 2026-07-28 on. */
  resultType?: string;
  /** What was given as `meta`. */
  _meta?: { [name: string]: unknown };
  [member: string]: unknown;
}

/** One thing that is wrong with a value. For logs and editors, never for the wire. */
export interface Issue {
  /** The way from the root of the structured data: member names, indices and arms of unions. */
  path: (string | number)[];
  /** The same place as a JSON Pointer. */
  pointer: string;
  /**
   * pydantic's name for it, such as `missing` or `int_type`; `unfit` for a value that is not to be had
   * as JSON at all.
   */
  code: string;
  /** A sentence, such as `Field required`. */
  message: string;
  /** The type that was found, in Python's words. */
  inputType: string;
}

/** What a host may add to one call. */
export interface CallOptions {
  /** A text of its own for the model, in place of the printed value. */
  text?: string | undefined;
  /** The result's `_meta`. Not sent with an error. */
  meta?: { [name: string]: unknown } | undefined;
}

/**
 * Turns the values of one tool into results. Making one compiles the schema, so keep it with the tool.
 *
 * ```js
 * const dice = new Converter({ type: "array", items: { type: "integer" } }, { tool: "dice" });
 * dice.outputSchema; // to be listed with the tool
 * dice.convert([4, 6]); // { content: [two texts], structuredContent: { result: [4, 6] }, isError: false }
 * ```
 *
 * A value may hold more than JSON: a Date and everything with `toJSON` becomes what `JSON.stringify`
 * makes of it, a Map an object, a Set an array, bytes a string (base64 where the schema says
 * `contentEncoding: "base64"`, else UTF-8 text), other typed arrays arrays of numbers, a BigInt its
 * digits. `undefined` members are left out. What cannot be sent (functions, symbols, promises, circular
 * references, a getter that throws) is an error result that names the place. A value is read
 * once; an object with long texts that are not ASCII may be read twice.
 *
 * Should the WebAssembly module fail in a call (a trap, no memory, the end of the stack), that call
 * throws an Error that says so, and the next one works.
 */
export class Converter {
  /**
   * @param schema the schema of what the tool returns; `null` or `undefined` for none
   * @param policy what differs from the defaults
   * @throws {SchemaError} where the schema or the policy cannot serve
   */
  constructor(schema?: ReturnSchema | null, policy?: Policy);

  /** The schema to list with the tool; `null` where there is none to publish. */
  readonly outputSchema: { [keyword: string]: unknown } | null;

  /** Whether values are put into `{ result: … }`. */
  readonly wrapped: boolean;

  /**
   * Converts one value. A bad value is an error result, never an exception.
   *
   * `structuredContent` is the caller's own value, not a copy, where nothing had to be changed to
   * make it JSON.
   */
  convert(value: unknown, options?: CallOptions): CallToolResult;

  /** The same, as the UTF-8 of a `CallToolResult` in JSON, ready for a transport. In Node a Buffer. */
  convertToBytes(value: unknown, options?: CallOptions): Uint8Array;

  /**
   * The same from JSON text, where every digit counts: no number is read and printed again. Text that
   * is not JSON is an error result.
   */
  convertJson(json: string | Uint8Array, options?: CallOptions): Uint8Array;

  /** Everything that is wrong with a value, in document order. */
  check(value: unknown): Issue[];

  /**
   * Checks a result that the tool made itself: its `structuredContent` must keep the promise, unless it
   * is an error. Nothing is added or reordered.
   */
  passThrough(result: unknown): CallToolResult;

  /** Gives the memory back at once. Garbage collection does, later. */
  free(): void;

  /** `free`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Converts one value with a schema that is used once. Compiling the schema is most of the work; a
 * `Converter` does it once for all calls.
 *
 * @throws {SchemaError} where the schema or the policy cannot serve
 */
export function convertResult(
  value: unknown,
  schema?: ReturnSchema | null,
  policy?: Policy,
): CallToolResult;

/** One piece of advice on a schema. */
export interface Finding {
  /** A name for its kind, such as `remote-ref`. */
  code: string;
  /** The place as a JSON Pointer into the schema that was given. */
  pointer: string;
  /** What there is, in one sentence. */
  message: string;
  /** Why that matters, in one sentence. */
  reason: string;
}

/**
 * Advice on the schema of what a tool returns: what is allowed, and still puzzles clients. With a value,
 * also what that value shows; one that is not JSON, or very deep, shows nothing.
 *
 * @throws {SchemaError} where the policy cannot serve
 */
export function lint(schema: ReturnSchema, policy?: Policy, value?: unknown): Finding[];

/** A schema or a policy that no converter can be made from. */
export class SchemaError extends Error {
  /** The tool that was being registered. */
  readonly tool: string;
  /** The place in the schema as a JSON Pointer; `null` where it is not the fault of one place. */
  readonly pointer: string | null;
  /** What is wrong there. */
  readonly reason: string;
}

/** Bytes, or base64 already. */
export type BlockData = string | Uint8Array | ArrayBuffer;

/** A resource with its contents, as `content.resource` takes it. */
export type ResourceGiven = {
  uri: string;
  mimeType?: string;
  _meta?: { [name: string]: unknown };
} & ({ text: string } | { blob: BlockData });

/** Makes content blocks, for tools that return some. `more`: members that a block may have besides. */
export const content: {
  /** Text for the model. */
  text(text: string, more?: BlockMembers): TextContent;
  /** A picture. */
  image(data: BlockData, mimeType: string, more?: BlockMembers): ImageContent;
  /** A sound. */
  audio(data: BlockData, mimeType: string, more?: BlockMembers): AudioContent;
  /** A resource with its contents. */
  resource(resource: ResourceGiven, more?: BlockMembers): EmbeddedResource;
  /** A resource that the client can read itself. */
  resourceLink(uri: string, name: string, more?: LinkMembers): ResourceLink;
};

/**
 * Loads the WebAssembly module in a browser. In Node and on edge runtimes there is nothing to wait for.
 *
 * @param source the module (a `WebAssembly.Module`, its bytes, a `Response`) or where it is (a `URL`, a
 *   string, a `Request`); by default the file of the package
 */
export function init(source?: string | object): Promise<void>;
