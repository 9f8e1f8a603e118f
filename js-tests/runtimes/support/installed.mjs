// The runtimes and bundlers of this folder at the versions of its lock file; the former for Linux.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const HERE = new URL("../", import.meta.url);

export const MODULES = fileURLToPath(new URL("node_modules", HERE));
/** The sources that make the report. */
export const SOURCES = fileURLToPath(new URL("project", HERE));

const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", HERE), "utf8"));

/** The version of a package. */
export function version(name) {
  return packages[`node_modules/${name}`].version;
}

/** A runtime out of the package for this processor. */
function runtime({ x64, arm64 }, file) {
  const name = process.arch === "arm64" ? arm64 : x64;
  return { version: version(name), program: `${MODULES}/${name}/${file}` };
}

export const NODES = ["20", "22", "24"].map((major) =>
  runtime({ x64: `node-${major}-linux-x64`, arm64: `node-${major}-linux-arm64` }, "bin/node"),
);
export const BUN = runtime(
  { x64: "@oven/bun-linux-x64", arm64: "@oven/bun-linux-aarch64" },
  "bin/bun",
);
export const DENO = runtime(
  { x64: "@deno/linux-x64-glibc", arm64: "@deno/linux-arm64-glibc" },
  "deno",
);
export const WORKERD = runtime(
  { x64: "@cloudflare/workerd-linux-64", arm64: "@cloudflare/workerd-linux-arm64" },
  "bin/workerd",
);
