// The example server: over stdio, or over Streamable HTTP with `--http [PORT]`.

import { createServer } from "node:http";

import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { registerTools } from "./tools.mjs";

// Made anew for each connection over stdio, for each request over HTTP.
function makeServer() {
  const server = new McpServer({ name: "tides", version: "1.0.0" });
  registerTools(server);
  return server;
}

const http = process.argv.indexOf("--http");
if (http < 0) {
  serveStdio(makeServer);
} else {
  const handle = toNodeHandler(createMcpHandler(makeServer));
  const isLocalHost = localhostHostValidation();
  const isLocalOrigin = localhostOriginValidation();
  const listener = createServer((request, response) => {
    if (isLocalHost(request, response) && isLocalOrigin(request, response))
      handle(request, response);
  });
  listener.listen(Number(process.argv[http + 1] ?? 0), "127.0.0.1", () => {
    console.error(`listening on http://127.0.0.1:${listener.address().port}/mcp`);
  });
}
