/** A JSON editor: CodeMirror in a shadow root, so that its styles need no exception in the CSP. */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { pretty } from "../json/layout.js";
import { activate, marks, placeOf, placesOf, showMarks } from "./marks.js";

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--syntax-string)" },
  { tag: tags.number, color: "var(--syntax-number)" },
  { tag: [tags.bool, tags.null], color: "var(--syntax-word)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--ink-soft)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem", backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-placeholder": { color: "var(--ink-faint)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-faint)", border: "none", fontVariantNumeric: "tabular-nums" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.2rem", padding: "0 0.25rem 0 0.5rem" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--line-active)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--well)", border: "1px solid var(--rule)", color: "var(--ink-soft)", padding: "0 0.3rem" },
  ".cm-panels": { backgroundColor: "var(--well)", color: "var(--ink)", borderColor: "var(--rule)", fontFamily: "var(--sans)" },
  ".cm-panels input, .cm-panels button": { font: "inherit", color: "var(--ink)", backgroundImage: "none", backgroundColor: "var(--paper)", border: "1px solid var(--rule-strong)", borderRadius: "4px", padding: "0.15rem 0.4rem", margin: "0.15rem" },
  ".cm-panels button[name=close]": { border: "none" },
  ".cm-searchMatch": { backgroundColor: "var(--model-wash)", outline: "1px solid var(--model)" },
  ".tc-mark": { borderRadius: "2px", cursor: "pointer" },
  ".tc-issue": { backgroundColor: "var(--bad-wash)", boxShadow: "inset 0 -2px 0 var(--bad)" },
  ".tc-fault": { backgroundColor: "var(--bad-wash)", boxShadow: "inset 0 -2px 0 var(--bad)" },
  ".tc-advice": { boxShadow: "inset 0 -2px 0 var(--advice-line)" },
  ".tc-issue.tc-active, .tc-fault.tc-active": { backgroundColor: "var(--bad)", color: "var(--paper)" },
  ".tc-issue.tc-active *, .tc-fault.tc-active *, .tc-advice.tc-active *": { color: "inherit" },
  ".tc-advice.tc-active": { backgroundColor: "var(--advice)", color: "var(--paper)" },
});

export class Editor {
  #view;
  #isQuiet = false;

  /**
   * @param {HTMLElement} host
   * @param {{ label: string, hint: string, onChange(): void, onPoint?(id: string | null): void }} options
   */
  constructor(host, { label, hint, onChange, onPoint = () => {} }) {
    const root = host.attachShadow({ mode: "open" });
    const frame = document.createElement("div");
    frame.style.height = "100%";
    root.append(frame);
    this.#view = new EditorView({
      parent: frame,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          foldGutter(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          placeholder(hint),
          json(),
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
          keymap.of([
            { key: "F8", run: () => this.#step(1), shift: () => this.#step(-1) },
            { key: "Shift-Alt-f", run: () => this.format() },
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...searchKeymap,
          ]),
          marks(onPoint),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.#isQuiet) onChange();
          }),
          theme,
        ],
      }),
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Replaces the text; `quietly` without a word to `onChange`. */
  setText(text, { quietly = false } = {}) {
    if (text === this.text) return;
    this.#isQuiet = quietly;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#isQuiet = false;
  }

  /** Lays valid JSON out anew. */
  format() {
    try {
      JSON.parse(this.text);
    } catch {
      return false;
    }
    this.setText(pretty(this.text));
    return true;
  }

  showMarks(list) {
    showMarks(this.#view, list);
  }

  activate(id) {
    activate(this.#view, id);
  }

  /** Brings a mark into view. Whether there is one. */
  reveal(id, { focus = false } = {}) {
    const place = placeOf(this.#view.state, id);
    if (place === null) return false;
    this.#view.dispatch({
      effects: EditorView.scrollIntoView(place.from, { y: "center" }),
      ...(focus ? { selection: { anchor: place.from, head: place.to } } : {}),
    });
    if (focus) this.#view.focus();
    return true;
  }

  focus() {
    this.#view.focus();
  }

  /** Goes to the next mark, or the one before. */
  #step(direction) {
    const { state } = this.#view;
    const places = placesOf(state);
    if (places.length === 0) return false;
    const at = state.selection.main.from;
    const ordered = direction > 0 ? places : places.reverse();
    const next = ordered.find(({ from }) => (direction > 0 ? from > at : from < at)) ?? ordered[0];
    return this.reveal(next.id, { focus: true });
  }
}
