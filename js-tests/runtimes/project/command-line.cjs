const twochannel = require("twochannel");
const { registerTool } = require("twochannel/mcp");

async function report() {
  const { hasEval, runAll } = await import("./conversions.mjs");
  const { McpServer } = await import("@modelcontextprotocol/server");
  const conversions = await runAll({ ...twochannel, registerTool, McpServer });
  console.log(JSON.stringify({ conversions, hasEval: hasEval() }));
}

report();
