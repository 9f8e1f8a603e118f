// Servers of frameworks that build on the SDKs, with the official clients, which validate what they
// get against the schema that was listed.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

import { StreamableHTTPTransport } from "@hono/mcp";
import * as client2 from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Hono } from "hono";
import { createMcpHandler } from "mcp-handler";
import { registerTool } from "twochannel/mcp";

import { HANDLERS, Tides } from "./mcp/frameworks-tools.mjs";

const INFO = { name: "test", version: "1.0.0" };
const ADDRESS = new URL("http://localhost/mcp");

function registerAll(server) {
  const logger = { error() {} };
  for (const [name, handler] of Object.entries(HANDLERS)) {
    registerTool(server, name, { returns: Tides, logger }, handler);
  }
}

/** Both clients' transports, with a function in place of the network. */
const transport1 = (fetch) => new StreamableHTTPClientTransport(ADDRESS, { fetch });
const transport2 = (fetch) => new client2.StreamableHTTPClientTransport(ADDRESS, { fetch });

function hono() {
  const app = new Hono();
  app.all("/mcp", async (context) => {
    const server = new McpServer(INFO);
    registerAll(server);
    const transport = new StreamableHTTPTransport();
    await server.connect(transport);
    return transport.handleRequest(context);
  });
  return (address, init) => app.request(address, init);
}

function mcpHandler() {
  const handle = createMcpHandler(registerAll, { serverInfo: INFO });
  return (address, init) => handle(new Request(address, init));
}

const fastmcp = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("mcp/fastmcp-server.mjs", import.meta.url))],
    stderr: "ignore",
  });

const modern = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

const CONNECTIONS = {
  FastMCP: () => [new Client1(INFO), fastmcp()],
  "Hono's middleware": () => [new Client1(INFO), transport1(hono())],
  "Hono's middleware, client 2": () => [new client2.Client(INFO), transport2(hono())],
  "mcp-handler": () => [new client2.Client(INFO), transport2(mcpHandler())],
  "mcp-handler, 2026-07-28": () => [new client2.Client(INFO, modern), transport2(mcpHandler())],
  "mcp-handler, client 1": () => [new Client1(INFO), transport1(mcpHandler())],
};

for (const [name, connect] of Object.entries(CONNECTIONS)) {
  describe(name, () => {
    let client;
    let tools;
    before(async () => {
      const [made, transport] = connect();
      client = made;
      await client.connect(transport);
      ({ tools } = await client.listTools());
    });
    after(() => client?.close());

    it("lists the wrapped schema", () => {
      assert.deepEqual(
        tools.map(({ name, outputSchema }) => [name, outputSchema]),
        Object.keys(HANDLERS).map((name) => [
          name,
          {
            properties: { result: { ...Tides, title: "Result" } },
            required: ["result"],
            title: `${name}Output`,
            type: "object",
          },
        ]),
      );
    });

    it("sends a plain value over both channels, and the client agrees with it", async () => {
      const { content, structuredContent, isError } = await client.callTool({
        name: "get_tides",
        arguments: {},
      });
      const tides = HANDLERS.get_tides();
      assert.deepEqual(
        content,
        tides.map((tide) => ({ type: "text", text: JSON.stringify(tide, null, 2) })),
      );
      assert.deepEqual(structuredContent, { result: tides });
      assert.equal(isError, false);
    });

    it("sends the reason for a value that breaks its schema, and no data", async () => {
      const result = await client.callTool({ name: "get_half_tides", arguments: {} });
      assert.equal(result.isError, true);
      assert.equal("structuredContent" in result, false);
      assert.deepEqual(result.content, [
        {
          type: "text",
          text:
            "Error executing tool get_half_tides: 1 validation error for get_half_tidesOutput\n" +
            "result.0.rising\n" +
            "  Field required [type=missing, input_value={'level': 16.5}, input_type=dict]",
        },
      ]);
    });
  });
}

describe("the clients' own validation", () => {
  /** Changes data, not text, on its way to the client. */
  const tampered = (fetch) => async (address, init) => {
    const response = await fetch(address, init);
    if (init.method !== "POST") return response;
    const body = (await response.text()).replaceAll('"level":16.5', '"level":"high"');
    return new Response(response.status === 202 ? null : body, response);
  };

  for (const [name, client, transport] of [
    ["sdk 1", new Client1(INFO), transport1(tampered(hono()))],
    ["client 2", new client2.Client(INFO), transport2(tampered(mcpHandler()))],
  ]) {
    it(`refuses data that breaks the listed schema (${name})`, async () => {
      await client.connect(transport);
      await client.listTools();
      const calling = client.callTool({ name: "get_tides", arguments: {} });
      await assert.rejects(calling, /does not match the tool's output schema/);
      await client.close();
    });
  }
});
