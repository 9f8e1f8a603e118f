import assert from "node:assert/strict";
import { test } from "node:test";
import { act, paste, put, settle, textOf, verdict, visit, withBrowser } from "./page.mjs";

withBrowser();

/** Makes the worker's module trap on values that hold TRAP: a real trap, from a real module. */
async function trapOnDemand(page) {
  await page.route("**/worker.js", async (route) => {
    const answer = await route.fetch();
    const prelude = `{
      const code = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,5,1,3,0,0,11]);
      const trap = new WebAssembly.Instance(new WebAssembly.Module(code)).exports.f;
      let isArmed = false;
      self.addEventListener("message", ({ data }) => (isArmed = Boolean(data.input?.value.includes("TRAP"))));
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (module, imports) => {
        const { exports } = await instantiate(module, imports);
        const convert = (...given) => (isArmed ? trap() : exports.handle_convert_json(...given));
        return { instance: { exports: { ...exports, handle_convert_json: convert } }, module };
      };
    }`;
    await route.fulfill({ response: answer, body: prelude + (await answer.text()) });
  });
}

test("a trap is apologised for, the input is kept, and the next run works", async () => {
  const page = await visit({ prepare: trapOnDemand });
  await paste(page, "value", '[{"day": "TRAP", "celsius": 1}]');
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("Sorry"));
  assert.match(await verdict(page), /Your input is kept, and the engine has been restarted/);
  assert.match(await page.locator("#notice").innerText(), /RuntimeError: unreachable/);
  assert.equal(await textOf(page, "value"), '[{"day": "TRAP", "celsius": 1}]');
  await page.click("#open-code");
  await page.click("#tab-line");
  assert.match(await page.locator("#code-text").innerText(), /"value": \[\{"day":"TRAP","celsius":1\}\]/);
  await page.keyboard.press("Escape");
  await put(page, "value", '[{"day": "calm", "celsius": 1}]');
  assert.match(await verdict(page), /Sent in both channels/);
  assert.equal(await page.locator("#notice").isVisible(), false);
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
  assert.ok(Date.now() - started < 2000);
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
  const frames = [];
  for (const key of '  {"day": "x"},  '.repeat(2)) {
    // From the key to the frame that shows it.
    const shown = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener(
            "keydown",
            (event) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp))),
            { once: true, capture: true },
          );
        }),
    );
    await page.waitForTimeout(30);
    await page.keyboard.press(key === " " ? "Space" : key);
    frames.push(await shown);
  }
  frames.sort((a, b) => a - b);
  const median = frames[Math.floor(frames.length / 2)];
  console.log(`from key to frame in 1 MB: median ${Math.round(median)} ms, worst ${Math.round(frames.at(-1))} ms`);
  assert.ok(median < 50, `${frames.map(Math.round)}`);
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
