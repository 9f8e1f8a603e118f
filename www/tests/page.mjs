/** A page of the playground, as the tests use it. */

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch, URL_OF_PAGE } from "./browser.mjs";

let browser;

/** Opens Chromium for the tests of a file. */
export function withBrowser() {
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());
}

/**
 * A fresh visitor's page, after its first result.
 *
 * @returns {Promise<import("playwright-core").Page & { faults: string[] }>} `faults`: everything that
 *   the console complained about
 */
export async function visit({ hash = "", options = {}, prepare = async () => {}, waits = true } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  await prepare(page);
  await page.goto(URL_OF_PAGE + hash);
  if (waits) await page.waitForSelector("html[data-run]");
  return page;
}

/** Does something that leads to a new result, and waits for that result. */
export async function act(page, action) {
  const before = await page.getAttribute("html", "data-run");
  await action();
  await page.waitForFunction((was) => document.documentElement.dataset.run !== was, before);
  await settle(page);
}

/** Waits until no newer result comes. */
export async function settle(page) {
  let last;
  for (;;) {
    const now = await page.getAttribute("html", "data-run");
    if (now === last) return;
    last = now;
    await page.waitForTimeout(200);
  }
}

/** Replaces the text of an editor, as pasting does. */
export async function paste(page, editor, text) {
  const content = page.locator(`#${editor} .cm-content`);
  await content.focus();
  await page.keyboard.press("Control+a");
  await content.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
  }, text);
}

/** Pastes, and waits for the result. */
export function put(page, editor, text) {
  return act(page, () => paste(page, editor, text));
}

/** The whole text of an editor, also what is scrolled out of sight. */
export async function textOf(page, editor) {
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash !== "");
  return page.evaluate(async (name) => {
    const packed = location.hash.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text())[name];
  }, editor);
}

/** The texts that are marked in an editor, in order. */
export function marked(page, editor, look = ".tc-mark") {
  return page.locator(`#${editor}`).evaluate((host, selector) => {
    const texts = [];
    for (const part of host.shadowRoot.querySelectorAll(selector)) {
      const id = part.dataset.mark;
      const last = texts.at(-1);
      // A mark is cut into pieces by syntax colours.
      if (last?.id === id) last.text += part.textContent;
      else texts.push({ id, text: part.textContent });
    }
    return texts.map(({ text }) => text);
  }, look);
}

export const verdict = (page) => page.locator("#verdict").innerText();

/**
 * Prints a time, and holds it against its limit where `WWW_TIMES` is set: on a machine that does
 * other things too, a time says nothing of the page.
 */
export function within(what, ms, limit) {
  console.log(`${what}: ${Math.round(ms)} ms, aim ${limit} ms`);
  if (process.env.WWW_TIMES) assert.ok(ms < limit, `${what}: ${Math.round(ms)} ms`);
}
