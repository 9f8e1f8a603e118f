import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { act, put, textOf, verdict, visit, withBrowser } from "./page.mjs";

withBrowser();

const linkOf = async (page) => {
  await page.evaluate(() => history.replaceState(null, "", location.pathname));
  await page.click("#share");
  await page.waitForFunction(() => location.hash !== "");
  return page.evaluate(() => location.hash);
};

test("a link brings everything back, also 200 kB", async () => {
  const page = await visit();
  const value = JSON.stringify({ "😀": randomBytes(150_000).toString("base64") });
  await put(page, "schema", '{"type": "object"}');
  await put(page, "value", value);
  await page.click("#tab-policy");
  await act(page, () => page.selectOption("#policy-errors", { label: "named" }));
  await act(page, () => page.fill("#call-text", "short"));
  const hash = await linkOf(page);
  const other = await visit({ hash });
  assert.equal(await textOf(other, "value"), value);
  assert.deepEqual(JSON.parse(await textOf(other, "policy")), { tool: "get_forecast", errors: "named" });
  assert.equal(await other.inputValue("#call-text"), "short");
  assert.equal(await linkOf(other), hash);
  assert.equal(await other.locator("#blocks pre").innerText(), "short");
});

test("a broken link is a message, not a blank page", async () => {
  const page = await visit();
  const hash = await linkOf(page);
  for (const [broken, message] of [
    ["#nonsense", /not one of the playground's/],
    [hash.slice(0, -9), /damaged/],
    ["#7.abc", /version 7/],
    ["#1.%E0%A4%A", /damaged/],
  ]) {
    const other = await visit({ hash: broken });
    assert.match(await other.locator("#notice").innerText(), message);
    assert.match(await verdict(other), /Sent in both channels/);
    await other.getByLabel("Dismiss").click();
    assert.equal(await other.locator("#notice").isVisible(), false);
    assert.deepEqual(other.faults, []);
    await other.context().close();
  }
});

test("a link that is pasted into an open page is followed", async () => {
  const page = await visit();
  await put(page, "value", "[]");
  const hash = await linkOf(page);
  await put(page, "value", '[{"day": "x", "celsius": 1}]');
  assert.equal(await page.evaluate(() => location.hash), "");
  await act(page, () => page.evaluate((to) => (location.hash = to), hash));
  assert.equal(await textOf(page, "value"), "[]");
});

test("drafts outlive the page, and what an example replaced can be had back", async () => {
  const page = await visit();
  await put(page, "value", '[{"day": "my draft", "celsius": 3}]');
  await page.reload();
  await page.waitForSelector("html[data-run]");
  assert.match(await page.locator("#blocks").innerText(), /my draft/);
  await page.click("#open-examples");
  await act(page, () => page.getByRole("button", { name: /A bare int is wrapped/ }).click());
  assert.equal(await page.locator("#blocks pre").innerText(), "17");
  await page.click("#open-examples");
  await page.fill("#examples-search", "my draft");
  await act(page, () => page.getByRole("button", { name: /get_forecast/ }).click());
  assert.match(await page.locator("#blocks").innerText(), /my draft/);
});

test("examples are found by words", async () => {
  const page = await visit();
  await page.click("#open-examples");
  await page.locator(".example").first().waitFor();
  const all = await page.locator(".example").count();
  assert.ok(all > 75, String(all));
  await page.fill("#examples-search", "draft-07 tuple");
  assert.deepEqual(await page.locator(".example-id").allInnerTexts(), ["R55"]);
  await page.fill("#examples-search", "xyzzy");
  assert.match(await page.locator("#examples-list").innerText(), /No example/);
});

/** Drops a file onto the page, at an element. */
async function drop(page, target, name, text) {
  await page.locator(target).evaluate(
    (element, { name, text }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name, { type: "application/json" }));
      const { x, y, width, height } = element.getBoundingClientRect();
      const place = { clientX: x + width / 2, clientY: y + height / 2 };
      for (const type of ["dragenter", "dragover", "drop"]) {
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true, ...place }));
      }
    },
    { name, text },
  );
}

test("files are dropped: what they are is found out, or where they were dropped says it", async () => {
  const page = await visit();
  await act(page, () => drop(page, "#results", "schema.json", '{"type":"array","items":{"type":"integer"}}'));
  assert.equal(JSON.parse(await textOf(page, "schema")).items.type, "integer");
  await act(page, () => drop(page, "#results", "value.json", "[1,2.50]"));
  assert.equal(await textOf(page, "value"), "[1, 2.50]");
  await act(page, () => drop(page, "#results", "result.json", '{"content":[],"structuredContent":{"result":[7]}}'));
  assert.equal(await page.isChecked("#ready"), true);
  await act(page, () => drop(page, "#value", "schema.json", '{"type": "string"}'));
  assert.equal(JSON.parse(await textOf(page, "value")).type, "string");
  assert.equal(await page.locator("#drop").isVisible(), false);
});

test("a failing case is downloaded as a test line, and comes back from it", async () => {
  const page = await visit();
  await put(page, "value", '[{"day": 12345678901234567890, "celsius": 1.0}]');
  await page.click("#open-code");
  await page.click("#tab-line");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), "case.jsonl");
  const line = readFileSync(await download.path(), "utf8");
  assert.match(line, /^\{.*"value": \[\{"day":12345678901234567890,"celsius":1\.0\}\].*\}\n$/s);
  const { tool, expect } = JSON.parse(line);
  assert.deepEqual([tool, expect.isError], ["get_forecast", true]);
  assert.match(expect.content[0].text, /result\.0\.day/);
  assert.equal(line.trim().split("\n").length, 1);
  await page.keyboard.press("Escape");
  await put(page, "value", "[]");
  await page.click("#open-import");
  await page.fill("#import-text", line);
  await act(page, () => page.click("#import-go"));
  assert.match(await textOf(page, "value"), /12345678901234567890, "celsius": 1\.0/);
});

test("copied programs run, and say what the page says", async () => {
  const page = await visit();
  await put(page, "value", '[{"day": "`${x}` \\"# \\\\ ü😀", "celsius": 1.0}]');
  await page.click("#tab-policy");
  await put(page, "policy", '{"tool": "get_forecast", "indent": 0, "maxBytes": null}');
  await act(page, () => page.fill("#call-meta", '{"trace": [true, null]}'));
  const wire = JSON.stringify(JSON.parse(await page.locator("#wire pre").innerText()).result);
  await page.click("#open-code");
  const program = async (tab) => {
    await page.click(`#tab-${tab}`);
    return page.locator("#code-text").evaluate((element) => element.textContent);
  };
  const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.copied-"));
  const node = join(folder, "convert.mjs");
  writeFileSync(node, await program("node"));
  assert.deepEqual(JSON.parse(execFileSync("node", [node], { encoding: "utf8" })), JSON.parse(wire));
  const python = join(folder, "convert.py");
  writeFileSync(python, await program("python"));
  execFileSync("python3", ["-m", "py_compile", python]);
  if (hasPythonPackage()) {
    assert.deepEqual(JSON.parse(execFileSync("python3", [python], { encoding: "utf8" })), JSON.parse(wire));
  }
  // Compiled by cargo as an example of the crate, and formatted.
  const example = new URL("../../examples/playground.rs", import.meta.url);
  const rust = `//! Written by the playground: Code, Rust.\n\n${await program("rust")}`;
  if (process.env.UPDATE) writeFileSync(example, rust);
  const unformatted = (text) => text.replace(/\s+/g, "").replaceAll(",)", ")");
  assert.equal(unformatted(rust), unformatted(readFileSync(example, "utf8")));
});

function hasPythonPackage() {
  try {
    execFileSync("python3", ["-c", "import twochannel"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
