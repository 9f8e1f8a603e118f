async function report() {
  const { breakModule } = await import("./break-module.mjs");
  const twochannel = require("twochannel");
  const { registerTool } = require("twochannel/mcp");
  const { hasEval, runAll } = await import("./conversions.mjs");
  const { McpServer } = await import("@modelcontextprotocol/server");
  const conversions = await runAll({ ...twochannel, registerTool, McpServer, breakModule });
  console.log(JSON.stringify({ conversions, hasEval: hasEval() }));
}

report();
