/** Puts what came of the conversions where the test looks for it. */
export async function show(reporting) {
  const element = document.createElement("pre");
  element.id = "report";
  element.textContent = JSON.stringify(await reporting.catch((error) => ({ error: error.stack })));
  document.body.append(element);
}

/** Asks a worker for its report. */
export function ask(worker) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage("report", [port2]);
  return answer;
}
