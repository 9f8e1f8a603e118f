// What the bundles run: one conversion, and one tool of a server that is only a stand-in.

import { Converter } from "twochannel";
import { registerTool } from "twochannel/mcp";

const dice = new Converter({ type: "array", items: { type: "integer" } }, { tool: "dice" });
const { content, structuredContent } = dice.convert([4, 6]);

let call;
const server = {
  registerTool: (name, config, handler) => ((call = handler), { update() {} }),
  server: { projectCallToolResult() {}, getNegotiatedProtocolVersion() {} },
};
registerTool(server, "answer", { returns: { type: "integer" } }, () => 42);
const answer = await call();

export const report = { texts: content.map(({ text }) => text), structuredContent, answer };
