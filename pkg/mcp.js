// Tools of an MCP server whose handlers return plain values. What each export promises stands in
// mcp.d.ts. Nothing of either SDK is imported: the server that is handed in tells which one it is.

import { Converter } from "twochannel";

import * as sdk1 from "./mcp/sdk1.js";
import * as sdk2 from "./mcp/sdk2.js";

// Symbol.for, so that a reply made by one copy of this module is known to another.
const REPLY = Symbol.for("twochannel.reply");
const READY = Symbol.for("twochannel.ready");

export function reply(value, options = {}) {
  return { [REPLY]: true, value, options };
}

export function ready(result) {
  return { [READY]: true, result };
}

export function registerTool(server, name, config, handler) {
  const sdk = sdkOf(server);
  if (typeof handler !== "function") {
    throw new TypeError(`registerTool: the handler of ${name} is no function`);
  }
  const { returns, policy, logger, outputSchema, ...definition } = config;
  refuseOutputSchema(outputSchema);
  const tool = new Tool(sdk, name, { returns, policy, logger, handler });
  const registered = sdk.register(server, name, definition, {
    call: (...args) => tool.call(server, args),
    outputSchema: () => tool.outputSchema(server),
  });
  const updateOfSdk = registered.update;
  registered.update = ({ returns, policy, callback, outputSchema, ...rest }) => {
    refuseOutputSchema(outputSchema);
    tool.update({ name: rest.name, returns, policy, handler: callback });
    updateOfSdk(rest);
  };
  return registered;
}

/** One registered tool: its handler, and the converters for what the handler returns. */
class Tool {
  constructor(sdk, name, { returns, policy, logger, handler }) {
    this.sdk = sdk;
    this.logger = logger ?? consoleLogger;
    this.handler = handler;
    this.declare(name, returns, policy ?? {});
  }

  /** Takes over what the tool returns. A schema that cannot serve throws here, at registration. */
  declare(name, returns, policy) {
    const named = { ...policy, tool: policy.tool ?? name };
    const converter = converterFor(returns, named);
    const { outputSchema } = converter;
    if (outputSchema !== null && !this.sdk.canList(outputSchema)) {
      throw new TypeError(
        `registerTool: the output schema of ${name} is none that this SDK can list; ` +
          'leave out `wrap: "never"`',
      );
    }
    Object.assign(this, { name, returns, policy, named, converter, textConverter: undefined });
  }

  update({ name, returns = this.returns, policy = this.policy, handler = this.handler }) {
    this.declare(name ?? this.name, returns, policy);
    this.handler = handler;
  }

  /** The schema to list for the client of `server`. */
  outputSchema(server) {
    return this.isTextOnly(server) ? undefined : (this.converter.outputSchema ?? undefined);
  }

  /** Answers one call. */
  async call(server, args) {
    try {
      const returned = await this.handler(...args);
      if (this.sdk.isForTheSdk(returned)) return returned;
      return forTheSdk(this.convert(returned, this.converterOf(server)));
    } catch (error) {
      if (this.sdk.isErrorForTheSdk(error)) throw error;
      return this.failed(error);
    }
  }

  convert(returned, converter) {
    if (returned?.[READY]) {
      const given = returned.result;
      const result = converter.passThrough(given);
      if (result.isError && !isErrorResult(given)) {
        const explain = (named) => named.passThrough(given);
        this.logRefusal(result, converter.check(valueIn(given, converter)), explain, "");
      }
      return result;
    }
    const { value, options } = returned?.[REPLY] ? returned : { value: returned };
    const result = converter.convert(value, options);
    if (result.isError) {
      const issues = converter.check(value);
      // Without a schema a ready-made result is known by its shape, and may report its own error.
      const refused = issues.length > 0 || !isErrorResult(value);
      const explain = (named) => named.convert(value);
      if (refused) this.logRefusal(result, issues, explain, isResult(value) ? UNMARKED : "");
    }
    return result;
  }

  /** Logs every issue; where there is none, such as for a value too deep, the reason in words. */
  logRefusal(result, issues, explain, hint) {
    const { tool } = this.named;
    let message = `Error executing tool ${tool}: what it returned does not match its schema${hint}`;
    if (issues.length === 0) {
      const isGeneric = this.policy.errors === "generic";
      const told = isGeneric ? explain(this.converterWith({ errors: "named" })) : result;
      message = told.content[0].text;
    }
    this.logger.error({ tool, issues }, message);
  }

  /** Whether the client of `server` is too old for structured data, as far as the SDK tells. */
  isTextOnly(server) {
    if (this.policy.revision !== undefined) return false;
    const revision = this.sdk.negotiatedRevision(server);
    return revision !== undefined && revision < FIRST_WITH_STRUCTURED_CONTENT;
  }

  converterOf(server) {
    if (!this.isTextOnly(server)) return this.converter;
    return (this.textConverter ??= this.converterWith({ revision: TEXT_ONLY }));
  }

  converterWith(policy) {
    return converterFor(this.returns, { ...this.named, ...policy });
  }

  failed(error) {
    const { tool } = this.named;
    const headline = `Error executing tool ${tool}`;
    this.logger.error({ tool, error }, headline);
    const message = typeof error?.message === "string" ? error.message : String(error);
    const text = this.policy.errors === "generic" ? headline : `${headline}: ${message}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

const FIRST_WITH_STRUCTURED_CONTENT = "2025-06-18";
const TEXT_ONLY = "2025-03-26";

/**
 * Both SDKs refuse an instance of a class as data, though it is an object on the wire. And the SDK
 * is the one to say that a result is complete, to those clients that want to hear it.
 */
function forTheSdk(result) {
  const sent = result.resultType === "complete" ? withoutType(result) : result;
  const data = sent.structuredContent;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return sent;
  const prototype = Object.getPrototypeOf(data);
  if (prototype === Object.prototype || prototype === null) return sent;
  return { ...sent, structuredContent: { ...data } };
}

function withoutType({ resultType, ...rest }) {
  return rest;
}

const UNMARKED = " (a result made by hand is returned as `ready(result)`, or as its data alone)";

function isResult(value) {
  return Array.isArray(value?.content) && ("structuredContent" in value || "isError" in value);
}

function isErrorResult(value) {
  return isResult(value) && value.isError === true;
}

/** The value behind a ready-made result's data. */
function valueIn(result, converter) {
  const data = result?.structuredContent;
  return converter.wrapped ? data?.result : data;
}

/**
 * Compiling a schema is what costs, and a server made anew for each request registers its tools
 * each time: the same schema object with the same policy gets the same converter.
 */
const converters = new WeakMap();

function converterFor(returns, policy) {
  if (returns === null || !["object", "function"].includes(typeof returns)) {
    return new Converter(returns, policy);
  }
  let ofSchema = converters.get(returns);
  if (!ofSchema) converters.set(returns, (ofSchema = new Map()));
  const key = JSON.stringify(policy);
  let converter = ofSchema.get(key);
  if (!converter) ofSchema.set(key, (converter = new Converter(returns, policy)));
  return converter;
}

/** Standard error: a stdio server's standard output belongs to the protocol. */
const consoleLogger = {
  error(detail, message) {
    if ("error" in detail) return console.error(`${message}:`, detail.error);
    const places = detail.issues.map(
      ({ pointer, message, code }) => `\n  ${pointer || "/"}: ${message} [${code}]`,
    );
    console.error(message + places.join(""));
  },
};

function refuseOutputSchema(outputSchema) {
  if (outputSchema === undefined) return;
  throw new TypeError(
    "registerTool makes `outputSchema` from `returns`, the schema of what the handler returns",
  );
}

function sdkOf(server) {
  if (typeof server?.registerTool !== "function" || typeof server.server !== "object") {
    throw new TypeError(
      "registerTool needs an McpServer of @modelcontextprotocol/server 2 or @modelcontextprotocol/sdk 1",
    );
  }
  return sdk2.owns(server) ? sdk2 : sdk1;
}
