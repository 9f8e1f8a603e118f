/** Light, dark, or as the system has it. Runs before the page is drawn. */

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
