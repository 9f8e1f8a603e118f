// @modelcontextprotocol/sdk 1. This SDK takes an output schema as a Zod object alone, turns it back
// into JSON Schema in its own way, and checks each result against it once more. So the tool is
// registered without one, and the answer to `tools/list` is completed afterwards. There is no public
// way to reach the handler of a method or the tools behind it: the two private members are read
// here, and only here.

const HANDLERS = "_requestHandlers"; // of Server: Map from method to handler
const TOOLS = "_registeredTools"; // of McpServer: object from name to RegisteredTool

/** RegisteredTool → what the SDK does not list: `{ outputSchema(), icons }`. */
const unlisted = new WeakMap();
/** McpServer → the revision it agreed on, which the SDK does not keep. */
const revisions = new WeakMap();
/** The handlers that were put around the SDK's own. */
const outer = new WeakSet();

/** Registers a tool, and sees to it that the server's listing shows its schema and its icons. */
export function register(server, name, { icons, ...definition }, { call, outputSchema }) {
  assertKnownShape(server);
  const registered = server.registerTool(name, definition, call);
  const members = { outputSchema, icons };
  unlisted.set(registered, members);
  const updateOfSdk = registered.update;
  registered.update = ({ icons = members.icons, ...updates }) => {
    members.icons = icons;
    updateOfSdk(updates);
  };
  onAnswer(server, "tools/list", (listing) => complete(listing, server[TOOLS]));
  onAnswer(server, "initialize", (agreed) => {
    revisions.set(server, agreed.protocolVersion);
    return agreed;
  });
  return registered;
}

/** Whether clients can read a listing with this schema: before 2026-07-28, its root is an object. */
export function canList(outputSchema) {
  return outputSchema.type === "object";
}

/** The revision of the client that is being served, once it is known. */
export function negotiatedRevision(server) {
  return revisions.get(server);
}

/** Whether a handler returned something that is not a value: this SDK knows no such thing. */
export function isForTheSdk() {
  return false;
}

/** Whether a thrown error is no failure of the tool but a message of the protocol. */
export function isErrorForTheSdk(error) {
  return error?.code === URL_ELICITATION_REQUIRED;
}

const URL_ELICITATION_REQUIRED = -32042;

/** Puts `change` after the handler of a method, once for each server. */
function onAnswer(server, method, change) {
  const handlers = server.server[HANDLERS];
  const handler = handlers.get(method);
  if (outer.has(handler)) return;
  const around = async (...args) => change(await handler(...args));
  outer.add(around);
  handlers.set(method, around);
}

function complete(listing, registered) {
  const tools = listing.tools.map((tool) => {
    const members = unlisted.get(registered[tool.name]);
    const outputSchema = members?.outputSchema();
    const icons = members?.icons;
    return { ...tool, ...(outputSchema && { outputSchema }), ...(icons && { icons }) };
  });
  return { ...listing, tools };
}

function assertKnownShape(server) {
  const handlers = server.server[HANDLERS];
  if (handlers instanceof Map && handlers.has("initialize") && server[TOOLS]) return;
  throw new Error(
    `registerTool: this McpServer has no ${HANDLERS} and ${TOOLS}, as @modelcontextprotocol/sdk ` +
      "1.13 to 1.32 have; its listing cannot show an output schema",
  );
}
