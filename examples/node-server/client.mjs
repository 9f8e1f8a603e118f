// The official client calls every tool of the example server and shows what went over the wire.
//
//     node client.mjs          over stdio
//     node client.mjs --http   over Streamable HTTP
//
// The exit code is 0 if every tool did what this page expects of it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const SERVER = fileURLToPath(new URL("server.mjs", import.meta.url));
const REFUSED = "get_gauge_data";

/** tool → [arguments, what the result must hold: "data", "text" or "error"] */
const EXPECTED = {
  get_level: [{ harbour: "Brest" }, "data"],
  get_tide: [{ harbour: "Brest" }, "data"],
  get_tide_plain: [{ harbour: "Bergen" }, "data"],
  get_tide_record: [{ harbour: "Bergen" }, "data"],
  get_tides: [{ harbour: "Cuxhaven", count: 2 }, "data"],
  get_levels: [{}, "data"],
  get_upstream_tide: [{}, "error"],
  get_offline_tide: [{}, "error"],
  tide_report: [{}, "text"],
  get_gauge: [{}, "text"],
  get_chart: [{}, "text"],
  get_level_signed: [{}, "data"],
};

const overHttp = process.argv.includes("--http");
const { transport, log, stop } = overHttp ? await startHttp() : startStdio();
const wire = tap(transport);
const client = new Client(
  { name: "example", version: "1.0.0" },
  { versionNegotiation: { mode: "auto" } },
);
await client.connect(transport);

const surprises = [];
console.log(
  `Connected over ${overHttp ? "Streamable HTTP" : "stdio"}, protocol revision ${client.getNegotiatedProtocolVersion()}.`,
);

const { tools } = await client.listTools();
const published = new Map(wire.last.tools.map((tool) => [tool.name, tool.outputSchema]));
for (const name of published.keys()) {
  if (!EXPECTED[name]) surprises.push(`${name}: not expected`);
}
for (const [name, [args, outcome]] of Object.entries(EXPECTED)) {
  await show(name, args, outcome);
}
await client.close();
await stop();
showLog();

const count = Object.keys(EXPECTED).length;
if (surprises.length > 0) {
  console.log(`\n${surprises.length} unexpected:\n  ${surprises.join("\n  ")}`);
  process.exitCode = 1;
} else {
  console.log(
    `\n${count} tools called, ${tools.length} listed, 1 refused at registration: all as expected.`,
  );
}

/** Calls one tool and prints its schema, both channels and the client's own verdict. */
async function show(name, args, outcome) {
  console.log(`\n=== ${name}(${JSON.stringify(args)})`);
  const schema = published.get(name);
  console.log(`outputSchema       ${schema ? JSON.stringify(schema) : "none"}`);
  let verdict;
  try {
    const result = await client.callTool({ name, arguments: args });
    verdict = result.isError ? "not asked: an error" : schema ? "accepted" : "not asked: no schema";
  } catch (error) {
    verdict = `REFUSED: ${error.message}`;
    surprises.push(`${name}: ${error.message}`);
  }
  const { content = [], structuredContent, isError = false, _meta = {} } = wire.last;
  for (const block of content) {
    const text = block.type === "text" ? block.text : JSON.stringify(block);
    console.log(`content            ${text.replaceAll("\n", "\n                   ")}`);
  }
  console.log(
    `structuredContent  ${structuredContent === undefined ? "none" : JSON.stringify(structuredContent)}`,
  );
  const ownMeta = Object.entries(_meta).filter(
    ([key]) => !key.startsWith("io.modelcontextprotocol/"),
  );
  if (ownMeta.length > 0)
    console.log(`_meta              ${JSON.stringify(Object.fromEntries(ownMeta))}`);
  console.log(`isError            ${isError}`);
  console.log(`client validation  ${verdict}`);

  const got = isError ? "error" : structuredContent === undefined ? "text" : "data";
  if (got !== outcome) surprises.push(`${name}: ${outcome} expected, ${got} received`);
  if (outcome === "data" && !schema) surprises.push(`${name}: no schema published`);
  if (outcome === "text" && schema) surprises.push(`${name}: a schema published`);
}

/** Prints the server's log without its stacks: the registration it refused, and every problem. */
function showLog() {
  const lines = [...new Set(log)].filter((line) => !line.startsWith("    at "));
  console.log(`\n=== the server's log\n${lines.join("\n")}`);
  if (
    !lines.some((line) => line.startsWith("refused at registration:") && line.includes(REFUSED))
  ) {
    surprises.push(`${REFUSED}: not refused at registration`);
  }
}

/** Remembers the last result as it came in, before the client reads it. */
function tap(transport) {
  const wire = { last: undefined };
  transport.onmessage = (message) => {
    if (message.result) wire.last = message.result;
  };
  return wire;
}

function startStdio() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    stderr: "pipe",
  });
  return { transport, log: linesOf(transport.stderr), stop: () => {} };
}

async function startHttp() {
  const server = spawn(process.execPath, [SERVER, "--http"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log = linesOf(server.stderr);
  const address = await new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error(`the server ended:\n${log.join("\n")}`)));
    createInterface(server.stderr).on("line", (line) => {
      const [, url] = line.match(/^listening on (\S+)$/) ?? [];
      if (url) resolve(url);
    });
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = () => (server.kill(), ended);
  return { transport: new StreamableHTTPClientTransport(new URL(address)), log, stop };
}

function linesOf(stream) {
  const lines = [];
  createInterface(stream).on("line", (line) => lines.push(line));
  return lines;
}
