/** The page: editors in, results out, and everything that connects them. */

import { Engine } from "./engine.js";
import * as drafts from "./drafts.js";
import { decode, encode, LinkError } from "./link.js";
import { pretty } from "./json/layout.js";
import { children } from "./json/level.js";
import { changes } from "./policy.js";
import { kindOf } from "./recognise.js";
import { START } from "./start.js";
import { showBlocks } from "./view/blocks.js";
import { ClientsTable } from "./view/clients.js";
import { setUpCode, setUpDialogs, setUpExamples, setUpImport } from "./view/dialogs.js";
import { $, fill, h } from "./view/dom.js";
import { Editor } from "./view/editor.js";
import { PolicyForm } from "./view/policy-form.js";
import { activateRow, rowsOf, showRows } from "./view/problems.js";
import { showData, showPublished, showVerdict, showWire } from "./view/result.js";
import { tabs } from "./view/tabs.js";

/** Texts from this length on are not converted at every key. */
const LARGE = 100_000;
const PAUSE = 120;
const DRAFT_PAUSE = 500;
/** What may be imported, in characters. */
const LARGEST = 20_000_000;

const panels = ["#panel-problems", "#panel-advice"].map($);
const schemaTabs = tabs($("#pane-schema [role=tablist]"));
const problemTabs = tabs($("#pane-problems [role=tablist]"));

let edits = 0;
let output = null;
let picked = null;
let size = 0;
let runTimer = 0;
let draftTimer = 0;

const engine = new Engine(
  globalThis.twochannelModule,
  {
    output: show,
    slow: (isSlow) => $("#verdict").classList.toggle("is-busy", isSlow),
    timeout: () => {
      trouble("This took more than 15 seconds and was stopped.", "Nothing is lost: change the value, the schema or the policy, and it runs again.");
    },
    crash: (what, input) => {
      if (input === null) {
        trouble("The engine could not be loaded.", `${what}. What you type is kept; reload the page to try again.`);
        return;
      }
      trouble("Sorry: the engine broke down on this input.", "Your input is kept, and the engine has been restarted. Change something and it runs again.");
      notice(`The engine broke down (${what}). That is a fault of ours. Code → Test line writes the case down for a report.`);
    },
  },
);
const editors = {
  value: new Editor($("#value"), { label: "Value", hint: "JSON, as the tool returns it", onChange: edited, onPoint: point }),
  schema: new Editor($("#schema"), { label: "Return schema", hint: "A JSON Schema, or an answer of tools/list as it is", onChange: edited, onPoint: point }),
  policy: new Editor($("#policy"), { label: "Policy as JSON", hint: "{} has every default", onChange: policyEdited, onPoint: point }),
};
const form = new PolicyForm($("#policy-form"), (policy) => {
  editors.policy.setText(JSON.stringify(policy, null, 2), { quietly: true });
  countChanges(policy);
  edited();
});

const clients = new ClientsTable($("#clients"), $("#clients-note"), () => engine.texts(input()));

/** All inputs, as links and drafts keep them. */
function state() {
  return {
    value: editors.value.text,
    schema: editors.schema.text,
    policy: editors.policy.text,
    chosen: Math.max(0, $("#tools").selectedIndex),
    call: { ready: $("#ready").checked, text: $("#call-text").value, meta: $("#call-meta").value },
  };
}

/** The same for the engine. */
function input() {
  const { value, schema, policy, chosen, call } = state();
  size = value.length + schema.length;
  return { value, schema, policy, chosen, call: callOf(call), edits };
}

function callOf({ ready, text, meta }) {
  const options = {};
  if (ready) options.ready = true;
  if (text !== "") options.text = text;
  const parsed = parse(meta);
  $("#call-meta").setAttribute("aria-invalid", String(meta !== "" && !isObject(parsed)));
  if (isObject(parsed)) options.meta = parsed;
  return options;
}

function load({ value, schema, policy, chosen, call }) {
  editors.value.setText(value, { quietly: true });
  editors.schema.setText(schema, { quietly: true });
  editors.policy.setText(policy, { quietly: true });
  $("#ready").checked = call.ready;
  $("#call-text").value = call.text;
  $("#call-meta").value = call.meta;
  listTools(Array.from({ length: chosen + 1 }, (_, index) => `tool ${index + 1}`), chosen);
  showPolicy();
  picked = null;
  edits++;
  schedule();
  keepSoon();
}

/** Something was typed. */
function edited() {
  edits++;
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  schedule();
  keepSoon();
}

function policyEdited() {
  showPolicy();
  edited();
}

function showPolicy() {
  const text = editors.policy.text;
  const policy = text.trim() === "" ? {} : parse(text);
  form.show(policy);
  if (isObject(policy)) countChanges(policy);
}

function countChanges(policy) {
  const number = changes(policy);
  const badge = $("#policy-count");
  badge.hidden = number === 0;
  badge.textContent = String(number);
}

function schedule() {
  clearTimeout(runTimer);
  runTimer = setTimeout(() => engine.run(input()), size < LARGE ? 0 : PAUSE);
}

function keepSoon() {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(() => drafts.keep(state()), DRAFT_PAUSE);
}

function show(result, { edits: of }) {
  output = result;
  hideNotice();
  showVerdict($("#verdict"), output);
  showBlocks($("#blocks"), output);
  showData($("#data"), output);
  showPublished($("#published"), output, $("#as-diff").checked);
  showWire($("#wire"), $("#wire-size"), output);
  showNote();
  showProblems(of === edits);
  clients.show(output);
  if (document.documentElement.dataset.run === undefined) performance.mark("first-result");
  document.documentElement.dataset.run = String(of);
}

function showNote() {
  const note = $("#schema-note");
  note.hidden = output.note === null;
  note.textContent = output.note ?? "";
  listTools(output.tools, Math.max(0, $("#tools").selectedIndex));
  $(".pick-tool").hidden = output.tools.length < 2;
}

function listTools(names, chosen) {
  const select = $("#tools");
  const isSame = select.length === names.length && names.every((name, index) => select.options[index].text === name);
  if (!isSame) fill(select, names.map((name) => h("option", {}, name)));
  select.selectedIndex = Math.min(chosen, names.length - 1);
}

/** Rows and marks. Marks only where the texts are still those that were run. */
function showProblems(isCurrent) {
  const { problems, advice } = rowsOf(output);
  const events = { onPick: pick, onPoint: point };
  const empty = output.isEmpty ? "Nothing to check yet." : "No problems. Break something: delete a line of the value.";
  showRows(panels[0], problems, empty, events);
  showRows(panels[1], advice, "No advice.", events);
  badge($("#problem-count"), problems.length);
  badge($("#advice-count"), advice.length);
  if (isCurrent) {
    for (const [name, editor] of Object.entries(editors)) {
      const rows = [...advice, ...problems].filter((row) => row[name]);
      editor.showMarks(rows.map((row) => ({ id: row.id, kind: row.kind, ...row[name] })));
    }
  }
  point(picked);
}

function badge(element, number) {
  element.hidden = number === 0;
  element.textContent = String(number);
}

/** Something that a row, the pointer or the cursor is at. */
function point(id) {
  const active = id ?? picked;
  for (const editor of Object.values(editors)) editor.activate(active);
  activateRow(panels, active);
  if (id !== null && output !== null) {
    if (id.startsWith("advice")) return;
    const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
    if (row && !row.matches(":hover, :focus")) row.scrollIntoView({ block: "nearest" });
  }
}

/** A row was chosen: its places come into view. */
function pick(row) {
  picked = row.id;
  if (row.schema) schemaTabs.select("tab-schema");
  if (row.policy) schemaTabs.select("tab-policy");
  for (const name of ["value", "schema", "policy"]) {
    if (row[name]) editors[name].reveal(row.id);
  }
  point(row.id);
}

function trouble(head, rest) {
  output = null;
  const verdict = $("#verdict");
  verdict.dataset.state = "bad";
  fill(verdict, h("strong", {}, head), " ", h("span", {}, rest));
}

function notice(text) {
  const bar = $("#notice");
  bar.hidden = false;
  bar.querySelector("p").textContent = text;
}

function hideNotice() {
  if ($("#notice").dataset.stays !== "yes") $("#notice").hidden = true;
}

/** A message that stays until it is dismissed. */
function announce(text) {
  notice(text);
  $("#notice").dataset.stays = "yes";
}

function titleOf({ policy, schema, value }) {
  const tool = parse(policy)?.tool;
  const text = (value || schema).replace(/\s+/g, " ").slice(0, 60);
  return tool ? `${tool}: ${text}` : text;
}

/** Puts the inputs aside and takes others. */
function replace(next) {
  const now = state();
  if (now.value.trim() !== "" || now.schema.trim() !== "") drafts.putAside(now, titleOf(now));
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  load(next);
}

function take(text, pane) {
  if (text.length > LARGEST) return announce("That is more than 20 million characters, which is more than this page takes.");
  const now = state();
  if (pane !== null) return replace({ ...now, [pane.id]: laidOut(text) });
  const [first] = text.trim().split("\n", 1);
  const json = parse(text) ?? parse(first);
  if (json === undefined) return announce("That is not JSON, nor a line of JSON. It was put into the value, where its fault is marked."), replace({ ...now, value: text });
  const source = parse(text) === undefined ? first : text;
  const kind = kindOf(json);
  if (kind === "case") {
    const part = (name) => {
      const found = children(source, source.indexOf("{")).find(({ key }) => key === name);
      return found ? source.slice(found.from, found.to) : "";
    };
    const { tool, policy, call = {}, schema } = json;
    return replace({
      value: laidOut(part("value")),
      schema: schema === null || schema === undefined ? "" : laidOut(part("schema")),
      policy: JSON.stringify({ ...(tool && { tool }), ...policy }, null, 2),
      chosen: 0,
      call: { ready: call.ready === true, text: call.text ?? "", meta: call.meta ? JSON.stringify(call.meta) : "" },
    });
  }
  if (kind === "schema") return replace({ ...now, schema: laidOut(text), chosen: 0 });
  const isResult = kind === "result";
  const value = isResult && isObject(json.result) ? JSON.stringify(json.result) : text;
  return replace({ ...now, value: laidOut(value), call: { ...now.call, ready: isResult } });
}

function laidOut(text) {
  return parse(text) === undefined || text.length > 2_000_000 ? text : pretty(text);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function share() {
  const button = $("#share");
  history.replaceState(null, "", `#${await encode(state())}`);
  const isCopied = await copy(location.href);
  button.textContent = isCopied ? "Copied" : "In the address bar";
  setTimeout(() => (button.textContent = "Copy link"), 1800);
}

async function open() {
  const hash = location.hash.slice(1);
  if (hash === "") return load(drafts.current() ?? START);
  try {
    const linked = await decode(hash);
    const draft = drafts.current();
    if (draft !== null) drafts.putAside(draft, titleOf(draft));
    load(linked);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    announce(`${error.message} Here is your last draft instead.`);
    load(drafts.current() ?? START);
  }
}

function written() {
  const { value, schema, call } = state();
  const options = callOf(call);
  if (output === null) {
    // After a breakdown: what is in the editors is all there is.
    if (parse(value) === undefined) return null;
    const given = { value, schema: parse(schema) === undefined ? null : schema, policy: parse(editors.policy.text) ?? {}, call: options };
    return { given, found: { outputSchema: null, content: [], data: null, isError: true, refusal: null } };
  }
  if (output.isEmpty) return null;
  const given = { value: output.finished, schema: output.hostSchema, policy: output.policy, call: options };
  return {
    given,
    found: { outputSchema: output.published, content: output.content, data: output.data, isError: output.isError, refusal: output.refusal?.message ?? null },
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

setUpDialogs();
setUpExamples((chosen) => replace(chosen));
setUpCode(written, copy);
setUpImport(take);
$("#format-value").addEventListener("click", () => editors.value.format());
$("#format-schema").addEventListener("click", () => {
  const isPolicy = $("#tab-policy").getAttribute("aria-selected") === "true";
  editors[isPolicy ? "policy" : "schema"].format();
});
$("#share").addEventListener("click", share);
$("#as-diff").addEventListener("change", () => output && showPublished($("#published"), output, $("#as-diff").checked));
for (const id of ["#ready", "#call-text", "#call-meta"]) $(id).addEventListener("input", edited);
$("#tools").addEventListener("change", edited);
$("#notice button").addEventListener("click", () => {
  $("#notice").hidden = true;
  $("#notice").dataset.stays = "no";
});
addEventListener("hashchange", () => location.hash !== "" && open());
addEventListener("pagehide", () => drafts.keep(state()));
open();
