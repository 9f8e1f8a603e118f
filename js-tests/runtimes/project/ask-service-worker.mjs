import { ask, show } from "./show.mjs";

async function askServiceWorker() {
  await navigator.serviceWorker.register("./worker.js", { type: "module" });
  const { active } = await navigator.serviceWorker.ready;
  return ask(active);
}

show(askServiceWorker());
