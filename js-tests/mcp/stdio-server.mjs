// A server with all tools over stdio: `node stdio-server.mjs MAJOR`.

import { registerAll } from "./tools.mjs";

const INFO = { name: "test", version: "1.0.0" };

if (process.argv[2] === "1") {
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = new McpServer(INFO);
  registerAll(server);
  await server.connect(new StdioServerTransport());
} else {
  const { McpServer } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  serveStdio(() => {
    const server = new McpServer(INFO);
    registerAll(server);
    return server;
  });
}
