/** Makes elements. Text is always text: nothing here reads HTML. */

/**
 * @param {string} name of the element, with classes behind dots
 * @param {object} [members] attributes; `on…` are listeners
 */
export function h(name, members = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "selected") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of the page. */
export function $(selector) {
  return document.querySelector(selector);
}

/** Replaces what an element holds, and keeps where it was scrolled to. */
export function fill(element, ...children) {
  const { scrollTop, scrollLeft } = element;
  element.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  element.scrollTop = scrollTop;
  element.scrollLeft = scrollLeft;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
