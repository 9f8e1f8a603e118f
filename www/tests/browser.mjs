/** Chromium, for the tests of the page. */

import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const options = JSON.parse(readFileSync(new URL("../../webdriver.json", import.meta.url), "utf8"));
const flags = options["goog:chromeOptions"].args.filter((flag) => !flag.startsWith("--headless"));

/** Where the page is served. */
export const URL_OF_PAGE = process.env.WWW_URL ?? "http://127.0.0.1:8080/";

export function launch() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  return chromium.launch({ executablePath, args: flags });
}
