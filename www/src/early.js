/**
 * Runs before the page is drawn: the theme, which is light, dark or the system's, and the module, which
 * takes longest to come.
 */

globalThis.twochannelModule = WebAssembly.compileStreaming(fetch("twochannel_bg.wasm"));
// Who waits for it reports what goes wrong.
globalThis.twochannelModule.catch(() => {});

const KEY = "twochannel.theme";
const THEMES = ["system", "light", "dark"];

let theme = "system";
try {
  const kept = localStorage.getItem(KEY);
  if (THEMES.includes(kept)) theme = kept;
} catch {
  // Storage is switched off.
}
document.documentElement.dataset.theme = theme;

document.addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("theme");
  const label = () => {
    const words = { system: "as the system", light: "light", dark: "dark" };
    button.setAttribute("aria-label", `Theme: ${words[theme]}`);
    button.title = `Theme: ${words[theme]}`;
  };
  label();
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    document.documentElement.dataset.theme = theme;
    label();
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // It lasts as long as the page.
    }
  });
});
