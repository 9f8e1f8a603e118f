/** Marks in an editor: places that issues and advice are about. They move with the text. */

import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** `{ id, from, to, kind }[]`, replacing all marks of those kinds. */
const setMarks = StateEffect.define();
/** The id of the mark that is looked at, or null. */
const setActive = StateEffect.define();

function decoration({ id, kind }, isActive) {
  const look = isActive ? `tc-mark tc-${kind} tc-active` : `tc-mark tc-${kind}`;
  return Decoration.mark({ class: look, id, kind, attributes: { "data-mark": id } });
}

const field = StateField.define({
  create: () => ({ marks: RangeSet.empty, active: null }),
  update({ marks, active }, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) {
        const length = transaction.newDoc.length;
        const fits = effect.value.filter(({ from, to }) => from < to && to <= length);
        marks = RangeSet.of(fits.map((mark) => decoration(mark, mark.id === active).range(mark.from, mark.to)), true);
      }
      if (effect.is(setActive) && effect.value !== active) {
        active = effect.value;
        const all = [];
        marks.between(0, transaction.newDoc.length, (from, to, { spec }) => {
          all.push(decoration(spec, spec.id === active).range(from, to));
        });
        marks = RangeSet.of(all, true);
      }
    }
    return { marks, active };
  },
  provide: (self) => EditorView.decorations.from(self, ({ marks }) => marks),
});

/** @param {(id: string | null) => void} onPoint told the mark below the pointer or the cursor */
export function marks(onPoint) {
  let last = null;
  const tell = (id) => {
    if (id !== last) onPoint((last = id));
  };
  return [
    field,
    EditorView.domEventHandlers({
      mousemove: (event) => tell(event.target.closest?.("[data-mark]")?.dataset.mark ?? null),
      mouseleave: () => tell(null),
    }),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet && update.view.hasFocus) tell(markAt(update.state, update.state.selection.main.head));
    }),
  ];
}

function markAt(state, at) {
  let found = null;
  state.field(field).marks.between(at, at, (_from, _to, { spec }) => {
    found ??= spec.id;
  });
  return found;
}

/** Where a mark stands now, or null. */
export function placeOf(state, id) {
  let place = null;
  state.field(field).marks.between(0, state.doc.length, (from, to, { spec }) => {
    if (spec.id === id) place = { from, to };
  });
  return place;
}

/** All marks in the order of the text. */
export function placesOf(state) {
  const places = [];
  state.field(field).marks.between(0, state.doc.length, (from, to, { spec }) => {
    places.push({ id: spec.id, kind: spec.kind, from, to });
  });
  return places;
}

export function showMarks(view, list) {
  view.dispatch({ effects: setMarks.of(list) });
}

export function activate(view, id) {
  if (view.state.field(field).active !== id) view.dispatch({ effects: setActive.of(id) });
}
