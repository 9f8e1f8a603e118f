/** The table of what clients will see. */

import { CLIENTS, media } from "../clients.js";
import { countTokens } from "../tokens.js";
import { count, fill, h } from "./dom.js";

const SHOWN = 90;

export class ClientsTable {
  #body;
  #note;
  #askTexts;
  #isVisible = false;
  #output = null;
  #turn = 0;

  /** @param {() => Promise<{ 0: object, 2: object } | null>} askTexts gives the texts at both indents */
  constructor(table, note, askTexts) {
    this.#body = table.tBodies[0];
    this.#note = note;
    this.#askTexts = askTexts;
    const watch = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry.isIntersecting;
      if (this.#isVisible) this.#count();
    }, { threshold: 0.2 });
    watch.observe(table);
    this.show(null);
  }

  show(output) {
    this.#output = output;
    this.#rows(() => ["…", "…"]);
    if (this.#isVisible) this.#count();
  }

  #rows(tokens) {
    const output = this.#output;
    const result = output?.wire ? { content: output.content, data: output.data } : null;
    fill(
      this.#body,
      CLIENTS.map((client, index) => {
        const text = result && client.reads(result);
        const isNothing = result !== null && text === null;
        const [at2, at0] = tokens(index);
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, client.name, h("span", {}, client.about)),
          h("td.seen", {}, isNothing ? h("span.bad", {}, "nothing") : h("code", {}, (text ?? "").slice(0, SHOWN)), extra(client, result)),
          h("td.figure", {}, result === null ? "–" : isNothing ? "0" : at2),
          h("td.figure", {}, result === null ? "–" : isNothing ? "0" : at0),
        );
      }),
    );
  }

  async #count() {
    const output = this.#output;
    if (!output?.wire) return;
    const turn = ++this.#turn;
    const results = await this.#askTexts();
    if (results === null || turn !== this.#turn) return;
    const texts = [2, 0].flatMap((indent) => CLIENTS.map(({ reads }) => results[indent] && reads(results[indent])));
    try {
      const counts = await countTokens(texts);
      if (turn !== this.#turn || output !== this.#output) return;
      const shown = (number) => (number === null ? "0" : number.toLocaleString("en"));
      this.#rows((index) => [shown(counts[index]), shown(counts[index + CLIENTS.length])]);
      fill(this.#note, "Tokens as o200k_base counts them; other models count otherwise.");
    } catch (error) {
      fill(this.#note, `No token counts: ${error.message}.`);
      this.#rows(() => ["–", "–"]);
    }
  }
}

function extra(client, result) {
  if (result === null) return null;
  const others = media(result.content);
  const notes = [];
  if (client.name === "First block only" && result.content.length > 1) notes.push(`1 of ${result.content.length} blocks`);
  if (client.name === "Structured only" && others > 0) notes.push(`misses ${count(others, "picture or sound", "pictures or sounds")}`);
  return notes.length === 0 ? null : h("span.seen-note", {}, notes.join(", "));
}
