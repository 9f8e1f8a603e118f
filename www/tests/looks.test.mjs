import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { act, put, settle, verdict, visit, withBrowser } from "./page.mjs";

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = new URL("../../target/www-screenshots/", import.meta.url).pathname;
mkdirSync(SHOTS, { recursive: true });

const BROKEN = `[
  { "day": "😀 Monday", "celsius": "warm", "sky": "overcast" },
  { "day": "Tuesday", "celsius": 18, "sky": "green" },
  { "celsius": -120 }
]`;

const NARROW = { viewport: { width: 360, height: 740 } };
const DARK = { colorScheme: "dark" };

/** Everything that axe finds, in short. */
async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`).join("; ")}`);
}

/** The states of the page that are looked at. */
const STATES = {
  first: async () => {},
  error: async (page) => {
    await put(page, "value", BROKEN);
    await page.locator('[data-row="issue-0"]').click();
  },
  advice: async (page) => {
    await page.click("#tab-advice");
    await page.locator(".row.advice").first().click();
  },
  policy: async (page) => {
    await page.click("#tab-policy");
    await act(page, () => page.selectOption("#policy-errors", { label: "named" }));
  },
  media: async (page) => {
    await page.click("#open-examples");
    await act(page, () => page.getByRole("button", { name: /Blocks of one's own/ }).click());
    await page.waitForFunction(() => document.querySelector("#blocks img").naturalWidth > 0);
  },
  clients: async (page) => {
    await page.locator("#clients-note").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => /o200k/.test(document.querySelector("#clients-note").textContent));
  },
  examples: async (page) => {
    await page.click("#open-examples");
    await page.locator(".example").first().waitFor();
  },
  code: async (page) => {
    await page.click("#open-code");
    await page.click("#tab-rust");
  },
  import: async (page) => page.click("#open-import"),
  refused: async (page) => put(page, "schema", '{"type": "arry"}'),
};

for (const [name, options] of Object.entries({ light: {}, dark: DARK, narrow: NARROW, "narrow-dark": { ...NARROW, ...DARK } })) {
  test(`the page is accessible and fits: ${name}`, async () => {
    for (const [state, enter] of Object.entries(STATES)) {
      const page = await visit({ options });
      await enter(page);
      assert.deepEqual(await violations(page), [], state);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(wide, false, `${state} scrolls sideways`);
      await page.screenshot({ path: `${SHOTS}${name}-${state}.png`, fullPage: name === "narrow" && state === "first" });
      await page.context().close();
    }
  });
}

test("the theme can be chosen, and stays", async () => {
  const page = await visit();
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.click("#theme");
  await page.click("#theme");
  assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
});

test("nothing jumps: not while the page loads, not when a result becomes an error", async () => {
  const prepare = (page) =>
    page.addInitScript(() => {
      globalThis.shifts = [];
      // Sources in a shadow root have no node: lines of text in an editor, which are to move.
      const outside = ({ sources }) => sources.some(({ node }) => node !== null);
      const shown = ({ value, sources }) => `${value} ${sources.map(({ node }) => node?.id || node?.className)}`;
      const watch = (list) => shifts.push(...list.getEntries().filter(outside).map(shown));
      new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
    });
  for (const options of [{}, NARROW]) {
    const page = await visit({ prepare, options });
    await put(page, "value", BROKEN);
    await put(page, "value", "[]");
    await put(page, "schema", "");
    await page.waitForTimeout(300);
    const shifts = await page.evaluate(() => shifts);
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
    assert.ok(sum < 0.01, shifts.join("; "));
  }
});

test("the keyboard alone is enough", async () => {
  const page = await visit();
  const focused = () => page.evaluate(() => {
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.id || element.getAttribute("aria-label") || element.className;
  });
  const reached = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const name = await focused();
    if (reached[0] === name) break;
    reached.push(name);
  }
  for (const name of ["open-examples", "open-import", "open-code", "share", "theme", "ready", "format-value", "Value", "tab-schema", "Return schema", "tab-problems", "panel-problems", "blocks", "data", "as-diff", "published", "wire"]) {
    assert.ok(reached.includes(name), `${name} is not among ${reached}`);
  }
  // Break the value, go to the problem, and to its place.
  await put(page, "value", BROKEN);
  await page.locator("#tab-problems").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-advice", "aria-selected"), "true");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".row.is-active").innerText(), /result\.0\.celsius/);
  // An example by keyboard.
  await page.locator("#open-examples").focus();
  await page.keyboard.press("Enter");
  await page.locator(".example").first().waitFor();
  await page.keyboard.type("bare int");
  await page.waitForFunction(() => document.querySelectorAll(".example").length === 1);
  await page.keyboard.press("Tab");
  if ((await focused()) === "examples-list") await page.keyboard.press("Tab");
  await act(page, () => page.keyboard.press("Enter"));
  await settle(page);
  assert.match(await verdict(page), /1 block for the model/);
  // Out of an editor again: Tab is not swallowed.
  await page.locator("#value .cm-content").focus();
  await page.keyboard.press("Tab");
  assert.notEqual(await focused(), "Value");
});

test("search and folding work in the editors", async () => {
  const page = await visit();
  await page.locator("#schema .cm-content").focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("celsius");
  await page.waitForFunction(() => document.querySelector("#schema").shadowRoot.querySelectorAll(".cm-searchMatch").length === 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Alt+[");
  await page.waitForFunction(() => document.querySelector("#schema").shadowRoot.querySelector(".cm-foldPlaceholder"));
  assert.deepEqual(page.faults, []);
});
