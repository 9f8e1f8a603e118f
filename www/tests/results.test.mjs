import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { act, marked, put, settle, verdict, visit, within, withBrowser } from "./page.mjs";

withBrowser();

test("a first visit shows a value in both channels, soon after the wasm has arrived", async () => {
  const times = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    // As on a real network: the largest file comes last.
    const prepare = (page) =>
      page.route("**/*.wasm", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue();
      });
    const page = await visit({ prepare });
    assert.match(await verdict(page), /^Sent in both channels\.\s+2 blocks for the model, 106 bytes/);
    times.push(
      await page.evaluate(() => {
        const wasm = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".wasm"));
        return performance.getEntriesByName("first-result")[0].startTime - wasm.responseEnd;
      }),
    );
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  within("first result after the wasm has arrived", Math.min(...times), 300);
});

test("each block is a card, the data a tree", async () => {
  const page = await visit();
  assert.deepEqual(await page.locator("#blocks .card-head span:nth-child(2)").allInnerTexts(), ["text", "text"]);
  assert.match(await page.locator("#blocks pre").first().innerText(), /"celsius": 16\.5/);
  assert.deepEqual(await page.locator("#data .name").allInnerTexts(), ["result", "0", "day", "celsius", "sky", "1", "day", "celsius", "sky"]);
  await put(page, "value", "[12345678901234567890, 1.0]");
  assert.deepEqual(await page.locator("#data .number").allInnerTexts().then((all) => all.length), 0);
  await put(page, "schema", '{"type": "array"}');
  assert.deepEqual(await page.locator("#data .number").allInnerTexts(), ["12345678901234567890", "1.0"]);
});

test("pictures are shown, sounds are played, links are not followed", async () => {
  const page = await visit();
  await page.click("#open-examples");
  await act(page, () => page.getByRole("button", { name: /Blocks of one's own/ }).click());
  assert.deepEqual(await page.locator("#blocks .card-head span:nth-child(2)").allInnerTexts(), ["text", "image", "audio", "resource_link"]);
  await page.waitForFunction(() => document.querySelector("#blocks img").naturalWidth === 96);
  await page.waitForFunction(() => document.querySelector("#blocks audio").duration > 0.1);
  assert.equal(await page.locator("#blocks a").count(), 0);
  assert.match(await verdict(page), /^Text alone/);
  assert.deepEqual(page.faults, []);
});

test("a picture that is none says so", async () => {
  const page = await visit();
  await put(page, "schema", "");
  await put(page, "value", '[{"type": "image", "data": "AAAA", "mimeType": "image/png"}, {"type": "image", "data": "!", "mimeType": "image/png"}]');
  await page.getByText("This browser cannot show the image (image/png).").waitFor();
  await page.getByText("The data is not base64.").waitFor();
});

test("the published schema is compared with the one that was given", async () => {
  const page = await visit();
  const added = await page.locator("#published ins").allInnerTexts();
  assert.ok(added.some((line) => line.includes('"result": {')), added.join("|"));
  assert.ok((await page.locator("#published del").count()) > 0);
  await page.getByLabel("against yours").uncheck();
  assert.equal(await page.locator("#published ins, #published del").count(), 0);
  await put(page, "schema", '{"type": "object"}');
  await page.getByLabel("against yours").check();
  assert.match(await page.locator("#published").innerText(), /^Published as it is\./);
});

test("the wire shows each byte", async () => {
  const page = await visit();
  await put(page, "value", '[{"day": "Ünï😀", "celsius": 1}]');
  const wire = await page.locator("#wire pre").innerText();
  assert.equal(await page.locator("#wire-size").innerText(), `${Buffer.byteLength(wire)} bytes`);
  const { id, result } = JSON.parse(wire);
  assert.deepEqual([id, result.structuredContent], [1, { result: [{ day: "Ünï😀", celsius: 1 }] }]);
  const parts = await page.locator("#wire .legend b").allInnerTexts();
  assert.equal(parts.map(Number).reduce((sum, part) => sum + part), Buffer.byteLength(wire));
});

test("what clients see is told, with tokens as the tokenizer counts them", async () => {
  const page = await visit();
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("tokens-worker")));
  assert.equal(await loaded(), false);
  await page.locator("#clients").scrollIntoViewIfNeeded();
  const cells = page.locator("#clients tbody tr").nth(0).locator(".figure");
  await page.waitForFunction(() => /^\d/.test(document.querySelector("#clients .figure:not(th)").textContent));
  const day = (indent) => [{ day: "Monday", celsius: 16.5, sky: "overcast" }, { day: "Tuesday", celsius: 18, sky: "clear" }].map((value) => JSON.stringify(value, null, indent)).join("\n");
  assert.deepEqual(await cells.allInnerTexts(), [String(countTokens(day(2))), String(countTokens(day(0)))]);
  const rows = await page.locator("#clients tbody tr").allInnerTexts();
  assert.match(rows[1], /1 of 2 blocks/);
  await put(page, "value", '[{"day": 1}]');
  await page.waitForFunction(() => document.querySelector("#clients tr:nth-child(3) .figure").textContent === "0");
  assert.match((await page.locator("#clients tbody tr").allInnerTexts())[2], /nothing/);
});

test("advice has a reason and a place", async () => {
  const page = await visit();
  await put(page, "schema", '{"type": "object", "properties": {"id": {"type": "string", "format": "ulid"}}}');
  await page.click("#tab-advice");
  const row = page.locator("#panel-advice .row", { hasText: "uncommon-format" });
  assert.match(await row.innerText(), /The format `ulid` is Zod's\.\s+JSON Schema does not have it/);
  await row.click();
  assert.deepEqual(await marked(page, "schema", ".tc-active"), ['"format": "ulid"']);
});

test("the newest input wins", async () => {
  const page = await visit();
  await put(page, "schema", "");
  await page.locator("#value .cm-content").focus();
  await page.keyboard.press("Control+a");
  await act(page, () => page.keyboard.type("1234567890", { delay: 5 }));
  await settle(page);
  assert.equal(await page.locator("#blocks pre").innerText(), "1234567890");
});

test("text from a value is text", async () => {
  const page = await visit();
  const evil = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
  await put(page, "schema", JSON.stringify({ type: "object", title: evil, description: evil, properties: { [evil]: { type: "integer" } }, required: [evil, "b"] }));
  await put(page, "policy", JSON.stringify({ tool: evil })).catch(async () => {
    await page.click("#tab-policy");
    await put(page, "policy", JSON.stringify({ tool: evil }));
  });
  await put(page, "value", JSON.stringify({ [evil]: evil, c: { type: "text", text: evil } }));
  assert.match(await page.locator("#panel-problems").innerText(), /<img src=x/);
  await put(page, "value", JSON.stringify({ [evil]: 1, b: evil }));
  assert.match(await page.locator("#data").innerText(), /<script>/);
  await page.click("#tab-schema");
  await put(page, "schema", "");
  await put(page, "value", JSON.stringify([{ type: "resource_link", uri: `javascript:${evil}`, name: evil, title: evil, description: evil }, { type: "text", text: evil, _meta: { evil } }]));
  assert.match(await page.locator("#blocks").innerText(), /javascript:<img/);
  for (const tab of ["node", "python", "rust", "line"]) {
    if (tab === "node") await page.click("#open-code");
    await page.click(`#tab-${tab}`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, main script, dialog script, main a[href]").length), 0);
  assert.deepEqual(page.faults, []);
});
