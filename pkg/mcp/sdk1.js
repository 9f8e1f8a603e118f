// @modelcontextprotocol/sdk 1. This SDK takes an output schema as a Zod object alone, turns it back
// into JSON Schema in its own way, and checks each result against it once more. So the tool is
// registered without one, and the listing is completed afterwards. There is no public way to reach
// the handler of a listing or the tools behind it: the two private members are read here, and only
// here.

const HANDLERS = "_requestHandlers"; // of Server: Map from method to handler
const TOOLS = "_registeredTools"; // of McpServer: object from name to RegisteredTool
const LIST = "tools/list";

/** RegisteredTool → what the SDK does not list: `{ outputSchema(), icons }`. */
const unlisted = new WeakMap();
/** The handlers that complete a listing. */
const completing = new WeakSet();

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
  completeListing(server);
  return registered;
}

/** This SDK does not keep the revision it agreed on. */
export function negotiatedRevision() {
  return undefined;
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

function completeListing(server) {
  const handlers = server.server[HANDLERS];
  const list = handlers.get(LIST);
  if (completing.has(list)) return;
  const complete = async (...args) => {
    const listing = await list(...args);
    return {
      ...listing,
      tools: listing.tools.map((tool) => completed(tool, server[TOOLS][tool.name])),
    };
  };
  completing.add(complete);
  handlers.set(LIST, complete);
}

function completed(tool, registered) {
  const members = registered && unlisted.get(registered);
  if (!members) return tool;
  const outputSchema = members.outputSchema();
  return {
    ...tool,
    ...(outputSchema && { outputSchema }),
    ...(members.icons && { icons: members.icons }),
  };
}

function assertKnownShape(server) {
  if (server.server[HANDLERS] instanceof Map && typeof server[TOOLS] === "object") return;
  throw new Error(
    `registerTool: this McpServer has no ${HANDLERS} and ${TOOLS}, as @modelcontextprotocol/sdk ` +
      "1.13 to 1.32 have; its listing cannot show an output schema",
  );
}
