import { ask, show } from "./show.mjs";

show(ask(new Worker("./worker.js", { type: "module" })));
