/** The dialogs: examples, code, import. */

import { node, python, rust, testLine } from "../code.js";
import * as drafts from "../drafts.js";
import { $, fill, h } from "./dom.js";
import { tabs } from "./tabs.js";

/** How many characters of a program are shown; copies have all. */
const SHOWN = 50_000;

export function setUpDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      // The backdrop is the dialog itself.
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
}

/** @param {(state: object, title: string) => void} onChoose */
export function setUpExamples(onChoose) {
  const dialog = $("#examples");
  const search = $("#examples-search");
  const list = $("#examples-list");
  let presets = null;

  const load = async () => {
    if (presets !== null) return;
    try {
      const answer = await fetch("presets.json");
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
      presets = await answer.json();
    } catch (error) {
      fill(list, h("p.nothing", {}, `The examples could not be loaded: ${error.message}`));
    }
  };
  const show = () => {
    if (presets === null) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = drafts.earlier().map(({ at, title, state }) => ({
      group: "Your earlier drafts",
      title,
      about: new Date(at).toLocaleString(),
      state,
    }));
    const all = [...kept, ...presets].filter((preset) => {
      const text = [preset.group, preset.title, preset.about, preset.id ?? "", preset.state.schema, preset.state.policy, preset.state.value.slice(0, 2000)].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const groups = new Map();
    for (const preset of all) groups.set(preset.group, [...(groups.get(preset.group) ?? []), preset]);
    fill(
      list,
      all.length === 0 && h("p.nothing", {}, "No example has all these words."),
      [...groups].map(([group, members]) =>
        h("section", {}, h("h3", {}, group, h("span.badge", {}, String(members.length))), h("ul.examples", {}, members.map(item))),
      ),
    );
  };
  const item = (preset) =>
    h(
      "li",
      {},
      h(
        "button.example",
        {
          type: "button",
          onclick: () => {
            dialog.close();
            onChoose(preset.state, preset.title);
          },
        },
        h("span.example-title", {}, preset.title),
        h("span.example-about", {}, preset.about || policyOf(preset.state)),
        preset.id && h("span.example-id", {}, preset.id),
      ),
    );
  search.addEventListener("input", show);
  $("#open-examples").addEventListener("click", async () => {
    dialog.showModal();
    search.focus();
    await load();
    show();
  });
}

function policyOf({ policy }) {
  const { tool, ...others } = JSON.parse(policy);
  const set = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
  return [tool, ...set].join(" · ");
}

const WRITERS = {
  "tab-node": { file: "convert.mjs", write: (given) => node(given) },
  "tab-python": { file: "convert.py", write: (given) => python(given) },
  "tab-rust": { file: "main.rs", write: (given) => rust(given) },
  "tab-line": { file: "case.jsonl", write: (given, found) => testLine(given, found) },
};

/**
 * @param {() => { given: object, found: object } | null} current what there is to write down
 * @param {(text: string) => Promise<boolean>} copy
 */
export function setUpCode(current, copy) {
  const dialog = $("#code");
  let chosen = WRITERS["tab-node"];
  let text = "";
  const show = () => {
    const now = current();
    text = now === null ? "" : chosen.write(now.given, now.found);
    fill($("#code-text"), text === "" ? "There is no value to write down yet." : text.slice(0, SHOWN));
  };
  const list = tabs($("#code-tabs"), (tab) => {
    chosen = WRITERS[tab.id];
    show();
  });
  $("#open-code").addEventListener("click", () => {
    list.select("tab-node");
    dialog.showModal();
  });
  $("#copy-code").addEventListener("click", async (event) => {
    const button = event.target;
    button.textContent = (await copy(text)) ? "Copied" : "Not copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  $("#download").addEventListener("click", () => download(chosen.file, text));
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {(text: string, target: Element | null) => void} onImport */
export function setUpImport(onImport) {
  const dialog = $("#import");
  const text = $("#import-text");
  $("#open-import").addEventListener("click", () => {
    text.value = "";
    dialog.showModal();
    text.focus();
  });
  const go = (imported) => {
    dialog.close();
    onImport(imported, null);
  };
  $("#import-go").addEventListener("click", () => go(text.value));
  $("#import-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) go(await file.text());
  });
  setUpDrop(onImport);
}

function setUpDrop(onImport) {
  const veil = $("#drop");
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (!isFile(event)) return;
    depth++;
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (isFile(event) && --depth <= 0) veil.hidden = true;
  });
  addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
  addEventListener(
    "drop",
    async (event) => {
      depth = 0;
      veil.hidden = true;
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      const below = document.elementsFromPoint(event.clientX, event.clientY);
      const pane = below.map((element) => element.closest("#value, #schema")).find(Boolean);
      onImport(await file.text(), pane ?? null);
    },
    { capture: true },
  );
}
