// An empty project with the packed package in it. Nothing is fetched.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = join(HERE, "../../pkg");
const TOOLS = join(HERE, "../node_modules");

const execute = promisify(execFile);

/**
 * Installs the tarball that `TWOCHANNEL_TARBALL` names, or packs the package, in an empty project.
 *
 * @param {{ sources?: string, tools?: string }} [from] the folder that `copy` copies from, and the
 *   `node_modules` that `borrow` borrows from
 */
export async function makeProject({ sources = HERE, tools = TOOLS } = {}) {
  const root = await mkdtemp(join(tmpdir(), "twochannel-"));
  const dir = join(root, "project");
  await mkdir(dir);
  const run = async (command, args, cwd = dir) => (await execute(command, args, { cwd })).stdout;
  const npm = (args, cwd) =>
    run("npm", [...args, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"], cwd);

  const tarball = process.env.TWOCHANNEL_TARBALL ?? (await pack(npm, root));
  await writeFile(join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await npm(["install", tarball], dir);

  return {
    dir,
    tarball,
    run,
    /** Runs a module, or a script if `type` says so, and gives what it prints as JSON. */
    async evaluate(code, type = "module") {
      return JSON.parse(await run(process.execPath, [`--input-type=${type}`, "--eval", code]));
    },
    write: (name, text) => writeFile(join(dir, name), text),
    /** Copies a file, or with "." all of them. */
    copy: (name) => cp(join(sources, name), join(dir, name), { recursive: true }),
    /** Makes packages of the tests resolvable in the project. */
    async borrow(...names) {
      for (const name of names) {
        await mkdir(dirname(join(dir, "node_modules", name)), { recursive: true });
        await symlink(join(tools, name), join(dir, "node_modules", name), "dir");
      }
    },
    /** The packages that the installation brought. */
    installed: async () =>
      (await readdir(join(dir, "node_modules"))).filter((name) => !name.startsWith(".")),
    /** The files of the package. */
    files: () => readdir(join(dir, "node_modules/twochannel"), { recursive: true }),
    /** A folder from which no package can be resolved. */
    async emptyDir(name) {
      const path = join(root, name);
      await mkdir(path);
      return path;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

async function pack(npm, destination) {
  const name = await npm(["pack", "--loglevel=error", "--pack-destination", destination], PACKAGE);
  return join(destination, name.trim());
}

/** The file of a tool's command. */
export function command(tool) {
  const require = createRequire(join(TOOLS, "x"));
  const manifest = require.resolve(`${tool}/package.json`);
  const { bin } = require(manifest);
  return join(
    dirname(manifest),
    typeof bin === "string" ? bin : bin[tool === "typescript" ? "tsc" : tool],
  );
}
