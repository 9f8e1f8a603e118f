import type { CallOptions, CallToolResult, Issue, Policy, ReturnSchema } from "./index.js";

/**
 * An `McpServer` of `@modelcontextprotocol/server` 2 or of `@modelcontextprotocol/sdk` 1. Which one
 * it is shows in what it offers; this module imports neither.
 */
export interface ToolServer {
  /** The SDK's own way to register a tool. */
  registerTool: (...args: any[]) => any;
  /** The low-level server underneath. */
  server: object;
}

/** What the SDK of server `S` hands a handler beside the arguments: its context. */
export type ToolContext<S> = S extends {
  server: { fallbackRequestHandler?: (request: any, context: infer C) => any };
}
  ? C
  : unknown;

/** What a handler gets for the arguments that `I` describes. */
export type ToolArguments<I> = I extends {
  readonly "~standard": { readonly types?: { readonly output: infer O } | undefined };
}
  ? O
  : I extends Record<string, object>
    ? { [K in keyof I]: ToolArguments<I[K]> }
    : unknown;

/**
 * Does a tool's work and returns a plain value, a {@link reply} or a {@link ready} result. Without
 * `inputSchema` it is called with the context alone.
 */
export type ToolHandler<I, C> = I extends undefined
  ? (context: C) => unknown
  : (args: ToolArguments<I>, context: C) => unknown;

/** Where failures are reported. Its shape is that of pino; `console` fits too. */
export interface ToolLogger {
  /** Takes what failed and a sentence about it. */
  error(detail: ToolFailure, message: string): unknown;
}

/** One failure of a tool, for the host's log. It never goes on the wire. */
export type ToolFailure =
  | {
      /** The tool's name. */
      tool: string;
      /**
       * Everything that is wrong with what the handler returned, in document order. Empty where the
       * schema has no part in it, such as for a value too deep: the message says what it was.
       */
      issues: Issue[];
    }
  | {
      /** The tool's name. */
      tool: string;
      /** What the handler threw. */
      error: unknown;
    };

/** How a tool is declared. */
export interface ToolConfig<I = undefined> {
  /** A name for people. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** The arguments, in a form that the SDK takes: a Standard Schema or a raw shape of Zod. */
  inputSchema?: I;
  /** The SDK's hints about what the tool does to the world. */
  annotations?: object;
  /** Icons to show. The listing of `@modelcontextprotocol/sdk` 1 shows them too. */
  icons?: object[];
  /** `_meta` of the listing. */
  _meta?: Record<string, unknown>;
  /**
   * The schema of what the handler returns: JSON Schema, or anything with Standard JSON Schema,
   * such as a Zod schema. Without one the tool gives text alone. The same object with the same
   * policy is compiled once, however many servers are made with it; do not change it afterwards.
   */
  returns?: ReturnSchema | undefined;
  /**
   * How values become results. `tool` is the tool's name unless it is given. Without `revision`,
   * clients that are known to be older than 2025-06-18 get text alone, all others both channels.
   */
  policy?: Policy;
  /** Where failures are reported: standard error unless it is given. */
  logger?: ToolLogger;
  /** Made from `returns`. */
  outputSchema?: never;
  /** Asks for more scopes before the tool runs: `@modelcontextprotocol/server` 2 alone. */
  scopeChallenge?: unknown;
}

/** What can be changed about a registered tool. */
export interface ToolUpdates {
  /** A new name; `null` removes the tool. */
  name?: string | null;
  /** A new name for people. */
  title?: string;
  /** A new description. */
  description?: string;
  /** A new schema of the arguments, in the form that the SDK's `update` takes. */
  paramsSchema?: unknown;
  /** A new schema of what the handler returns. */
  returns?: ReturnSchema | undefined;
  /** A new policy, instead of the old one. */
  policy?: Policy;
  /** A new handler. Like the first, it returns a plain value. */
  callback?: (...args: any[]) => unknown;
  /** New annotations. */
  annotations?: object;
  /** New icons. */
  icons?: object[];
  /** New `_meta`. */
  _meta?: Record<string, unknown>;
  /** A new scope challenge: `@modelcontextprotocol/server` 2 alone. */
  scopeChallenge?: unknown;
  /** Whether the tool is listed and can be called. */
  enabled?: boolean;
  /** Made from `returns`. */
  outputSchema?: never;
}

/** The SDK's `RegisteredTool`, whose `update` knows what {@link registerTool} knows. */
export type RegisteredTool<S extends ToolServer> = Omit<ReturnType<S["registerTool"]>, "update"> & {
  /** Changes the tool. An update that is refused changes nothing. */
  update(updates: ToolUpdates): void;
};

/**
 * Registers a tool whose handler returns a plain value.
 *
 * The listing shows the converter's `outputSchema` as it is. The value is held against it once,
 * here; the SDK does not do it again. What a handler throws becomes an error result, `Error
 * executing tool NAME: message`, and so does a value that does not match; both reach the logger.
 *
 * ```js
 * registerTool(server, "get_level", { returns: { type: "integer" } }, () => 412);
 * ```
 *
 * @throws SchemaError if no converter can be made; then nothing is registered.
 * @throws TypeError if `server` is no `McpServer`.
 */
export function registerTool<S extends ToolServer, I = undefined>(
  server: S,
  name: string,
  config: ToolConfig<I>,
  handler: ToolHandler<I, ToolContext<S>>,
): RegisteredTool<S>;

declare const kind: unique symbol;

/** A value with options for this one call. Made by {@link reply}. */
export interface Reply {
  readonly [kind]: "reply";
}

/** A result that a handler made itself. Made by {@link ready}. */
export interface Ready {
  readonly [kind]: "ready";
}

/** Lets a handler return a value with a text of its own for the model, or with `_meta`. */
export function reply(value: unknown, options?: CallOptions): Reply;

/**
 * Lets a handler return a `CallToolResult` of its own. Its `structuredContent` is held against the
 * schema unless `isError`; nothing is added or reordered. A tool without a schema needs no mark:
 * there such a result is known by its shape.
 */
export function ready(result: CallToolResult): Ready;
