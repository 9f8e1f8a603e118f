// Clients connected to servers: both majors of the SDK, both protocol eras, three transports.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import * as client2 from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioClientTransport2 } from "@modelcontextprotocol/client/stdio";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioClientTransport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpClientTransport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport as HttpServerTransport1 } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as server2 from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const STDIO_SERVER = fileURLToPath(new URL("stdio-server.mjs", import.meta.url));
const INFO = { name: "test", version: "1.0.0" };

const newServer1 = () => new McpServer1(INFO);
const newServer2 = () => new server2.McpServer(INFO);

const newClient1 = () => new Client1(INFO);
const legacyClient2 = () => new client2.Client(INFO);
const modernClient2 = () =>
  new client2.Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
/** A client that validates with the other library that the SDK offers, not with ajv. */
const edgeClient2 = () =>
  new client2.Client(INFO, { jsonSchemaValidator: new CfWorkerJsonSchemaValidator() });
/** A client that speaks one old revision alone. */
const oldClient2 = (revision) => () =>
  new client2.Client(INFO, { supportedProtocolVersions: [revision] });

/**
 * Each connects a client to a server on which `register(server)` was called (over stdio it is
 * `registerAll`) and gives `{ client, wire, close }`: `wire.last` is the last result as it came in.
 */
export const CONNECTIONS = {
  "sdk 1, memory": (register) => memory(newServer1, newClient1, InMemoryTransport1, register),
  "sdk 1, memory, client 2": (register) =>
    memory(newServer1, legacyClient2, client2.InMemoryTransport, register),
  "sdk 1, stdio": () => stdio(1, newClient1, StdioClientTransport1),
  "sdk 1, stdio, client 2": () => stdio(1, legacyClient2, StdioClientTransport2),
  "sdk 1, http": (register) => http(serveHttp1(register), newClient1, HttpClientTransport1),
  "sdk 1, http, client 2": (register) =>
    http(serveHttp1(register), legacyClient2, client2.StreamableHTTPClientTransport),
  "server 2, memory": (register) =>
    memory(newServer2, legacyClient2, client2.InMemoryTransport, register),
  "server 2, memory, edge client 2": (register) =>
    memory(newServer2, edgeClient2, client2.InMemoryTransport, register),
  "server 2, memory, client 1": (register) =>
    memory(newServer2, newClient1, InMemoryTransport1, register),
  "server 2, memory, 2026-07-28": (register) => modernMemory(register),
  "server 2, stdio": () => stdio(2, legacyClient2, StdioClientTransport2),
  "server 2, stdio, client 1": () => stdio(2, newClient1, StdioClientTransport1),
  "server 2, stdio, 2026-07-28": () => stdio(2, modernClient2, StdioClientTransport2),
  "server 2, http": (register) =>
    http(serveHttp2(register), legacyClient2, client2.StreamableHTTPClientTransport),
  "server 2, http, client 1": (register) =>
    http(serveHttp2(register), newClient1, HttpClientTransport1),
  "server 2, http, 2026-07-28": (register) =>
    http(serveHttp2(register), modernClient2, client2.StreamableHTTPClientTransport),
};

/** Both majors with a server and a client in this process. */
export const IN_MEMORY = {
  "sdk 1": CONNECTIONS["sdk 1, memory"],
  "server 2": CONNECTIONS["server 2, memory"],
  "server 2, 2026-07-28": CONNECTIONS["server 2, memory, 2026-07-28"],
};

/** Both majors with a client that speaks one old revision. */
export const OLD_CLIENTS = {
  "sdk 1": (revision, register) =>
    memory(newServer1, oldClient2(revision), client2.InMemoryTransport, register),
  "server 2": (revision, register) =>
    memory(newServer2, oldClient2(revision), client2.InMemoryTransport, register),
};

async function memory(newServer, newClient, Transport, register) {
  const server = newServer();
  register(server);
  const [near, far] = Transport.createLinkedPair();
  await server.connect(far);
  return connected(newClient(), near, () => server.close());
}

async function modernMemory(register) {
  const [near, far] = client2.InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => registered(newServer2(), register), { transport: far });
  return connected(modernClient2(), near, () => handle.close());
}

function stdio(major, newClient, Transport) {
  const transport = new Transport({
    command: process.execPath,
    args: [STDIO_SERVER, String(major)],
  });
  return connected(newClient(), transport, () => {});
}

async function http(listener, newClient, Transport) {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = new URL(`http://127.0.0.1:${listener.address().port}/mcp`);
  return connected(newClient(), new Transport(url), () => {
    listener.closeAllConnections();
    listener.close();
  });
}

function serveHttp1(register) {
  const answer = async (request, response) => {
    const transport = new HttpServerTransport1({ sessionIdGenerator: undefined });
    await registered(newServer1(), register).connect(transport);
    await transport.handleRequest(request, response);
  };
  return createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(error.stack));
  });
}

function serveHttp2(register) {
  return createServer(
    toNodeHandler(server2.createMcpHandler(() => registered(newServer2(), register))),
  );
}

function registered(server, register) {
  register(server);
  return server;
}

async function connected(client, transport, closeServer) {
  const wire = { last: undefined };
  transport.onmessage = (message) => {
    if (message.result) wire.last = message.result;
  };
  const close = async () => {
    await client.close();
    await closeServer();
  };
  try {
    await client.connect(transport);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, wire, close };
}
