// In a worker of either kind: answers the message that asks for the report.

import { report } from "./report.mjs";

self.addEventListener("message", ({ ports: [port] }) => {
  report().then(
    (message) => port.postMessage(message),
    (error) => port.postMessage({ error: error.stack }),
  );
});
