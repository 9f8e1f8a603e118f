// The packed package in workerd, the runtime of Cloudflare Workers, where there is no eval.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";

import { build } from "esbuild";

import { WORKERD } from "./support/installed.mjs";
import { assertReport, makeReportProject } from "./support/report-project.mjs";

/** Wrangler's own rule for WebAssembly: a module of the worker, beside the bundle. */
const COMPILED = "twochannel_bg.wasm";

const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "worker", esModule = embed "worker.js"),
      (name = "./${COMPILED}", wasm = embed "${COMPILED}"),
    ],
    compatibilityDate = "2025-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

describe("the packed package", () => {
  let project;
  before(async () => (project = await makeReportProject()));
  after(() => project?.remove());

  it(`in workerd ${WORKERD.version}, bundled as Wrangler does`, async () => {
    const dir = await project.emptyDir("workerd");
    await bundle(join(project.dir, "cloudflare.mjs"), dir);
    await writeFile(join(dir, "config.capnp"), CONFIG);
    assertReport(await answerOf(join(dir, "config.capnp")), { hasEval: false });
  });
});

async function bundle(entry, dir) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: join(dir, "worker.js"),
    bundle: true,
    conditions: ["workerd", "worker", "browser"],
    format: "esm",
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    logLevel: "silent",
    write: false,
  });
  assert.ok(outputFiles.some(({ path }) => path.endsWith(COMPILED)));
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
}

/** Starts workerd, asks it once, and ends it. */
async function answerOf(config) {
  const workerd = spawn(WORKERD.program, ["serve", config, "--control-fd=3"], {
    stdio: ["ignore", "inherit", "pipe", "pipe"],
  });
  const complaints = [];
  createInterface(workerd.stderr).on("line", (line) => complaints.push(line));
  const ended = once(workerd, "exit");
  const failed = ended.then(() => {
    throw new Error(`workerd ended:\n${complaints.join("\n")}`);
  });
  try {
    const [line] = await Promise.race([once(createInterface(workerd.stdio[3]), "line"), failed]);
    const response = await fetch(`http://127.0.0.1:${JSON.parse(line).port}/`);
    const text = await response.text();
    assert.equal(response.status, 200, [text, ...complaints].join("\n"));
    return text;
  } finally {
    workerd.kill();
    await ended;
  }
}
