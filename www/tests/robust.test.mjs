import assert from "node:assert/strict";
import { test } from "node:test";
import { act, paste, put, settle, textOf, verdict, visit, within, withBrowser } from "./page.mjs";

withBrowser();

/**
 * Makes the worker's module trap on values that hold TRAP, with a real trap from a real module, and take
 * six seconds for values that hold SLOW.
 */
async function breakOnDemand(page) {
  await page.route("**/worker.js", async (route) => {
    const answer = await route.fetch();
    const prelude = `{
      const code = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,5,1,3,0,0,11]);
      const trap = new WebAssembly.Instance(new WebAssembly.Module(code)).exports.f;
      let value = "";
      self.addEventListener("message", ({ data }) => (value = data.input?.value ?? ""));
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (module, imports) => {
        const { exports } = await instantiate(module, imports);
        const convert = (...given) => {
          if (value.includes("TRAP")) trap();
          for (const start = performance.now(); value.includes("SLOW") && performance.now() - start < 6000; );
          return exports.handle_convert_json(...given);
        };
        return { instance: { exports: { ...exports, handle_convert_json: convert } }, module };
      };
    }`;
    await route.fulfill({ response: answer, body: prelude + (await answer.text()) });
  });
}

test("a trap is apologised for, the input is kept, and the next run works", async () => {
  const page = await visit({ prepare: breakOnDemand });
  await paste(page, "value", '[{"day": "TRAP", "celsius": 1}]');
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("Sorry"));
  assert.match(await verdict(page), /Your input is kept, and the engine has been restarted/);
  assert.match(await page.locator("#notice").innerText(), /the WebAssembly module failed \(unreachable\)/);
  assert.equal(await textOf(page, "value"), '[{"day": "TRAP", "celsius": 1}]');
  await page.click("#open-code");
  await page.click("#tab-line");
  assert.match(await page.locator("#code-text").innerText(), /"value": \[\{"day":"TRAP","celsius":1\}\]/);
  await page.keyboard.press("Escape");
  await put(page, "value", '[{"day": "calm", "celsius": 1}]');
  assert.match(await verdict(page), /Sent in both channels/);
  assert.equal(await page.locator("#notice").isVisible(), false);
});

test("a slow run shows that it is at work, and is ended for a newer one", async () => {
  const page = await visit({ prepare: breakOnDemand });
  await paste(page, "value", '[{"day": "SLOW", "celsius": 1}]');
  await page.waitForSelector("#verdict.is-busy");
  const started = Date.now();
  await put(page, "value", '[{"day": "quick", "celsius": 1}]');
  within("a quick value behind one of six seconds", Date.now() - started, 5000);
  assert.match(await page.locator("#blocks").innerText(), /quick/);
  assert.equal(await page.locator("#verdict.is-busy").count(), 0);
});

test("a page whose engine does not load says so, and keeps what is typed", async () => {
  const page = await visit({ prepare: (page) => page.route("**/*.wasm", (route) => route.abort()), waits: false });
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("could not be loaded"));
  await paste(page, "value", "[42]");
  await page.waitForTimeout(800);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("twochannel.draft")).value), "[42]");
});

test("a hostile pattern leaves the page usable", async () => {
  const page = await visit();
  await put(page, "schema", '{"type": "string", "pattern": "^(a+)+$", "format": "regex"}');
  await paste(page, "value", JSON.stringify(`${"a".repeat(40_000)}!`));
  await settle(page);
  const started = Date.now();
  await page.click("#tab-advice");
  await page.click("#tab-problems");
  within("two clicks beside a hostile pattern", Date.now() - started, 2000);
  await put(page, "schema", '{"type": "string", "pattern": "(?=(a*)*b)(a|aa)*\\\\1c"}');
  await put(page, "schema", '{"type": "string", "maxLength": 3}');
  assert.match(await page.locator("#panel-problems").innerText(), /string_too_long/);
});

test("a value 10,000 levels deep leaves the page usable", async () => {
  const page = await visit();
  for (const deep of ["[".repeat(10_000) + "]".repeat(10_000), '{"a":'.repeat(10_000), "[".repeat(10_000)]) {
    await put(page, "value", deep);
    assert.match(await page.locator("#panel-problems").innerText(), /nested|depth/i);
  }
  await put(page, "schema", '{"items":'.repeat(10_000) + "{}" + "}".repeat(10_000));
  assert.match(await verdict(page), /No converter can be made/);
  await put(page, "schema", "");
  await put(page, "value", "[1]");
  assert.match(await verdict(page), /^Text alone/);
  assert.deepEqual(page.faults, []);
});

test("a schema that leads in circles leaves the page usable", async () => {
  const page = await visit();
  await put(page, "schema", '{"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}, "B": {"$ref": "#/$defs/A"}}}');
  await put(page, "value", '{"a": 1}');
  assert.ok((await verdict(page)).length > 0);
  await put(page, "schema", "{}");
  assert.match(await verdict(page), /Sent in both channels/);
});

test("typing in a value of 1 MB stays smooth", async () => {
  const page = await visit();
  const days = Array.from({ length: 15_000 }, (_, index) => `  { "day": "day ${index} of the year", "celsius": ${index % 40}.5, "sky": "clear" }`);
  const value = `[\n${days.join(",\n")}\n]`;
  assert.ok(value.length > 1_000_000);
  await put(page, "value", value);
  await page.locator("#value .cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  // From each key to the frame that shows it.
  await page.evaluate(() => {
    globalThis.frames = [];
    const note = ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => frames.push(performance.now() - timeStamp)));
    addEventListener("keydown", note, { capture: true });
  });
  const keys = '  {"day": "x"},  '.repeat(2);
  await page.keyboard.type(keys, { delay: 60 });
  await page.waitForFunction((count) => frames.length >= count, keys.length);
  const frames = await page.evaluate(() => frames);
  frames.sort((a, b) => a - b);
  const median = frames[Math.floor(frames.length / 2)];
  within("from key to frame in 1 MB, median", median, 50);
  await settle(page);
  assert.match(await verdict(page), /error result|both channels/);
});

test("nothing comes from elsewhere, and nothing is forbidden that is needed", async () => {
  const requests = [];
  const page = await visit({ prepare: async (page) => page.on("request", (request) => requests.push(request.url())) });
  await page.locator("#clients").scrollIntoViewIfNeeded();
  await page.click("#open-examples");
  await act(page, () => page.getByRole("button", { name: /Blocks of one's own/ }).click());
  const origin = new URL(page.url()).origin;
  assert.deepEqual(requests.filter((url) => new URL(url).origin !== origin && !url.startsWith("blob:")), []);
  const { headers, meta } = await page.evaluate(async () => ({
    headers: (await fetch(location.href)).headers.get("content-security-policy"),
    meta: document.querySelector("meta[http-equiv]").content,
  }));
  const parts = (policy) => policy.split(";").map((part) => part.trim()).filter((part) => part !== "" && !part.startsWith("frame-ancestors")).sort();
  assert.deepEqual(parts(headers), parts(meta));
  assert.match(meta, /script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(meta, /unsafe-inline|'unsafe-eval'|https?:/);
  assert.deepEqual(page.faults, []);
});
