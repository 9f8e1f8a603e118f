// The conversions with the package as this runtime, or this bundler, resolves it.

import { breakModule } from "./break-module.mjs";

import { McpServer } from "@modelcontextprotocol/server";
import * as twochannel from "twochannel";
import { registerTool } from "twochannel/mcp";

import { hasEval, runAll } from "./conversions.mjs";

/** @param {unknown} [module] for `init` */
export async function report(module) {
  await twochannel.init(module);
  const conversions = await runAll({ ...twochannel, registerTool, McpServer, breakModule });
  return { conversions, hasEval: hasEval() };
}
