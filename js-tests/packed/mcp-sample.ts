// Uses every member of mcp.d.ts with the McpServer of both majors. It must compile; it is not run.

import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import {
  ready,
  registerTool,
  reply,
  type Ready,
  type RegisteredTool,
  type Reply,
  type ToolArguments,
  type ToolConfig,
  type ToolContext,
  type ToolFailure,
  type ToolHandler,
  type ToolLogger,
  type ToolServer,
  type ToolUpdates,
} from "twochannel/mcp";
import { z } from "zod";

const logger: ToolLogger = {
  error(detail: ToolFailure, message: string) {
    if ("issues" in detail)
      return detail.issues.map(({ pointer }) => `${detail.tool}: ${message} ${pointer}`);
    return [`${detail.tool}: ${message} ${String(detail.error)}`];
  },
};

const server1 = new McpServer1({ name: "a", version: "1" });
const server2 = new McpServer2({ name: "a", version: "1" });

const first: RegisteredTool<McpServer1> = registerTool(
  server1,
  "first",
  {
    inputSchema: { city: z.string(), days: z.number().optional() },
    returns: { type: "integer" },
    logger,
  },
  ({ city, days }, { signal }) => {
    const length: number = city.length + (days ?? 0);
    const aborted: boolean = signal.aborted;
    return aborted ? 0 : length;
  },
);

const second: RegisteredTool<McpServer2> = registerTool(
  server2,
  "second",
  {
    title: "Second",
    description: "The second tool.",
    inputSchema: z.object({ city: z.string() }),
    annotations: { readOnlyHint: true },
    icons: [{ src: "https://example.org/icon.png" }],
    _meta: { "example.org/key": 1 },
    scopeChallenge: undefined,
    returns: z.object({ level: z.number() }),
    policy: { errors: "named", indent: 0 },
    logger,
  },
  async ({ city }, context) => {
    const aborted: boolean = context.mcpReq.signal.aborted;
    return { level: city.length, aborted };
  },
);

registerTool(server1, "context", {}, ({ sessionId }) => sessionId?.length);
registerTool(server2, "context", { logger: console }, ({ mcpReq }) => String(mcpReq.id));

const answer: Reply = reply({ level: 1 }, { text: "one", meta: { "example.org/key": 1 } });
const made: Ready = ready({
  content: [{ type: "text", text: "one" }],
  structuredContent: { level: 1 },
});
registerTool(server2, "third", { returns: { type: "object" } }, () =>
  Math.random() < 0.5 ? answer : made,
);

const updates: ToolUpdates = {
  name: "renamed",
  title: "Renamed",
  description: "Renamed.",
  paramsSchema: { city: z.string() },
  returns: { type: "string" },
  policy: { structuredOutput: false },
  callback: ({ city }: { city: string }) => city,
  annotations: {},
  icons: [],
  _meta: {},
  scopeChallenge: null,
  enabled: true,
};
first.update(updates);
second.update({ name: null });
first.disable();
first.enable();
second.remove();

// The types by themselves.
const anyServer: ToolServer = server1;
const context: ToolContext<McpServer2>["mcpReq"]["signal"] = new AbortController().signal;
const args: ToolArguments<{ city: z.ZodString }> = { city: "Brest" };
const handler: ToolHandler<{ city: z.ZodString }, unknown> = ({ city }) => city;
const config: ToolConfig = { returns: true };
registerTool(anyServer, "untyped", config, () => [context, args, handler]);

// @ts-expect-error: the schema of the result is made from `returns`
registerTool(server2, "wrong", { outputSchema: { type: "object" } }, () => 1);
// @ts-expect-error: no such member
registerTool(server2, "wrong", { retruns: { type: "object" } }, () => 1);
// @ts-expect-error: no such argument
registerTool(server2, "wrong", { inputSchema: z.object({ city: z.string() }) }, ({ town }) => town);
// @ts-expect-error: not a server
registerTool({}, "wrong", {}, () => 1);
