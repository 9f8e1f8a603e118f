import assert from "node:assert/strict";
import { test } from "node:test";
import { act, marked, paste, put, settle, verdict, visit, withBrowser } from "./page.mjs";

withBrowser();

const VALUE = `[
  { "day": "👩‍👩‍👧 😀 Ü", "celsius": "warm" },
  { "celsius": -120 }
]`;

test("a row marks the right characters of the value, after emoji too, and the rule", async () => {
  const page = await visit();
  await put(page, "value", VALUE);
  assert.equal(await page.locator("#problem-count").innerText(), "3");
  assert.deepEqual(await marked(page, "value", ".tc-issue"), ['"warm"', "{", "-120"]);
  await page.locator('[data-row="issue-0"]').click();
  assert.deepEqual(await marked(page, "value", ".tc-active"), ['"warm"']);
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"type": "number"']);
  await page.locator(".row", { hasText: "missing" }).click();
  assert.deepEqual(await marked(page, "value", ".tc-active"), ["{"]);
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"day"']);
});

test("pointing at the text finds the row and the other place", async () => {
  const page = await visit();
  await put(page, "value", VALUE);
  await page.locator("#value .tc-mark", { hasText: "-120" }).hover();
  await page.waitForSelector(".row.is-active");
  assert.match(await page.locator(".row.is-active").innerText(), /result\.1\.celsius/);
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"minimum": -90']);
  await page.locator("#schema .tc-mark").filter({ hasText: '"type"' }).first().hover();
  await page.waitForFunction(() => document.querySelector(".row.is-active")?.textContent.includes("result.0.celsius"));
  assert.deepEqual(await marked(page, "value", ".tc-active"), ['"warm"']);
});

test("all of it works while the JSON is half-typed", async () => {
  const page = await visit();
  await put(page, "value", '[\n  { "day": "😀", "celsius": "warm" },\n  { "celsius": -120, "da');
  assert.match(await verdict(page), /half-typed/);
  assert.match(await page.locator("#panel-problems").innerText(), /Not JSON yet: this string does not end/);
  await page.locator(".row", { hasText: "float_parsing" }).click();
  assert.deepEqual(await marked(page, "value", ".tc-active"), ['"warm"']);
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"type": "number"']);
  await page.locator("#value .tc-mark", { hasText: "-120" }).hover();
  await page.waitForFunction(() => document.querySelector(".row.is-active")?.textContent.includes("result.1.celsius"));
});

test("a half-typed schema is read as far as it goes, too", async () => {
  const page = await visit();
  await put(page, "schema", '{"type": "array", "items": {"type": "object", "required": ["moon"], "prop');
  await page.locator(".row", { hasText: "result.0.moon" }).click();
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"moon"']);
});

test("marks move with the text until the next result", async () => {
  const page = await visit();
  await put(page, "value", VALUE);
  await page.locator("#value .cm-content").focus();
  await page.keyboard.press("Control+Home");
  await act(page, () => page.keyboard.type("\n\n "));
  assert.deepEqual(await marked(page, "value", ".tc-issue"), ['"warm"', "{", "-120"]);
});

test("F8 goes from problem to problem", async () => {
  const page = await visit();
  await put(page, "value", VALUE);
  await page.keyboard.press("Control+Home");
  const active = () => page.locator(".row.is-active .row-code").innerText();
  await page.keyboard.press("F8");
  assert.equal(await active(), "float_parsing");
  await page.keyboard.press("F8");
  assert.equal(await active(), "missing");
  await page.keyboard.press("Shift+F8");
  assert.equal(await active(), "float_parsing");
});

test("a refused schema is marked where it is refused", async () => {
  const page = await visit();
  await put(page, "schema", '{"type": "object", "properties": {"a": {"pattern": "("}}}');
  assert.match(await verdict(page), /No converter can be made\.\s+Tool get_forecast: return schema at \/properties\/a\/pattern/);
  await page.locator('[data-row="refusal"]').click();
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"pattern": "("']);
});

test("the policy is a form and JSON, in step", async () => {
  const page = await visit();
  await page.click("#tab-policy");
  const members = await page.locator("#policy-form .field").count();
  assert.equal(members, 19);
  for (const about of await page.locator("#policy-form .about").allInnerTexts()) assert.ok(about.length > 10, about);
  await act(page, () => page.selectOption("#policy-errors", { label: "named" }));
  await act(page, () => page.fill("#policy-indent", "0"));
  const json = () => page.locator("#policy .cm-content").innerText();
  assert.deepEqual(JSON.parse(await json()), { tool: "get_forecast", errors: "named", indent: 0 });
  assert.match(await page.locator("#blocks pre").first().innerText(), /^\{"day":"Monday"/);
  assert.equal(await page.locator("#policy-count").innerText(), "2");
  await put(page, "policy", '{"preset": "python-sdk"}');
  assert.equal(await page.inputValue("#policy-validation"), '"lax"');
  assert.match(await page.locator("#policy-validation ~ .about").innerText(), /pydantic's lax mode/);
  await act(page, () => page.selectOption("#policy-validation", { label: "strict" }));
  assert.deepEqual(JSON.parse(await json()), { preset: "python-sdk", validation: "strict" });
  await put(page, "policy", '{"indent": ');
  assert.equal(await page.isDisabled("#policy-indent"), true);
  await put(page, "policy", '{"ident": 2}');
  assert.match(await verdict(page), /unknown policy member `ident`/);
});

test("text and meta of one call are sent", async () => {
  const page = await visit();
  await page.click("#tab-policy");
  await act(page, () => page.fill("#call-text", "Two days."));
  await act(page, () => page.fill("#call-meta", '{"trace": 7}'));
  const { result } = JSON.parse(await page.locator("#wire pre").innerText());
  assert.deepEqual([result.content, result._meta], [[{ type: "text", text: "Two days." }], { trace: 7 }]);
  await act(page, () => page.fill("#call-meta", "{"));
  assert.equal(await page.getAttribute("#call-meta", "aria-invalid"), "true");
});

test("an answer of tools/list is a schema, with a choice of tools", async () => {
  const page = await visit();
  const tool = (name, required) => ({ name, inputSchema: { type: "object" }, outputSchema: { type: "object", required: [required] } });
  await paste(page, "schema", JSON.stringify({ tools: [tool("one", "a"), tool("two", "b")] }));
  await settle(page);
  await put(page, "value", "{}");
  assert.match(await page.locator("#panel-problems").innerText(), /^a\s+missing/);
  await act(page, () => page.selectOption("#tools", "two"));
  assert.match(await page.locator("#panel-problems").innerText(), /^b\s+missing/);
  assert.equal(await page.locator("#schema-note").innerText(), "The outputSchema of two.");
});
