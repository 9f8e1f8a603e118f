/** A page in the system's Chromium, which posts what it has to say to `/report`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";

/** The path of the browser, if there is one. */
export function chromium() {
  return ["chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => (process.env.PATH ?? "").split(":").map((dir) => join(dir, name)))
    .find((file) => existsSync(file));
}

/** Opens the page in `dir` and gives what it reports. */
export async function reportOfBrowser(dir) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  let server;
  const reported = new Promise((resolve) => {
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url, "http://localhost");
      if (pathname === "/report") {
        response.end();
        return resolve(await text(request));
      }
      const file = pathname === "/" ? "/index.html" : pathname;
      try {
        const body = await readFile(join(dir, file));
        response.writeHead(200, { "content-type": types[extname(file)] }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = spawn(chromium(), [
    ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    ...["--disable-component-update", "--disable-sync", "--no-first-run"],
    `--user-data-dir=${join(dir, "profile")}`,
    `http://127.0.0.1:${server.address().port}/`,
  ]);
  const ended = once(browser, "exit");
  const failed = ended.then(([code]) => Promise.reject(new Error(`the browser ended: ${code}`)));
  try {
    return await Promise.race([reported, failed]);
  } finally {
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
  }
}
