// Pages in the system's Chromium, served with the headers that a test asks for.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const options = JSON.parse(
  readFileSync(new URL("../../../webdriver.json", import.meta.url), "utf8"),
);
const flags = options["goog:chromeOptions"].args.filter((flag) => !flag.startsWith("--headless"));

export function launch() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  return chromium.launch({ executablePath, args: flags });
}

/** Opens an address and gives the report that its page shows, as JSON. */
export async function reportAt(browser, address) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.stack));
    await page.goto(address);
    const report = page.locator("#report");
    await report.waitFor({ timeout: 20_000 }).catch((error) => {
      throw new Error(`no report: ${complaints.join("\n")}`, { cause: error });
    });
    return await report.textContent();
  } finally {
    await context.close();
  }
}

/** Serves a folder while the page in it makes its report. */
export async function reportOf(browser, dir, headers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = pathname === "/" ? "/index.html" : pathname;
    const type = TYPES[extname(file)];
    try {
      const body = await readFile(join(dir, file));
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await reportAt(browser, `http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
