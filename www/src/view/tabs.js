/** Tabs that the arrow keys move between. */

/** @param {HTMLElement} list a `tablist` @param {(tab: HTMLElement) => void} [onSelect] */
export function tabs(list, onSelect = () => {}) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const select = (tab) => {
    for (const other of all) {
      const isIt = other === tab;
      other.setAttribute("aria-selected", String(isIt));
      other.tabIndex = isIt ? 0 : -1;
      const panel = document.getElementById(other.getAttribute("aria-controls"));
      if (panel.getAttribute("aria-labelledby") === other.id || isIt) panel.hidden = !isIt;
      if (isIt) panel.setAttribute("aria-labelledby", tab.id);
    }
    onSelect(tab);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -all.length, End: all.length }[event.key];
    const index = all.indexOf(event.target);
    if (step === undefined || index < 0) return;
    event.preventDefault();
    const next = Math.abs(step) === 1 ? (index + step + all.length) % all.length : step < 0 ? 0 : all.length - 1;
    all[next].focus();
    select(all[next]);
  });
  return { select: (id) => select(all.find((tab) => tab.id === id)) };
}
