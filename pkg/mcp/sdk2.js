// @modelcontextprotocol/server 2. Public members alone.

/** Whether `server` is this SDK's McpServer. Its predecessor has no `projectCallToolResult`. */
export function owns(server) {
  return typeof server.server.projectCallToolResult === "function";
}

/**
 * Registers a tool. The SDK takes an output schema in the form of a Standard Schema, lists what its
 * `jsonSchema` says as it is, and asks its `validate` about each result: the converter has already
 * answered that, so it says yes.
 */
export function register(server, name, definition, { call, outputSchema }) {
  const checked = {
    "~standard": {
      version: 1,
      vendor: "twochannel",
      jsonSchema: { input: outputSchema, output: outputSchema },
      validate: (value) => ({ value }),
    },
  };
  const listed = () => (outputSchema() === undefined ? undefined : checked);
  const registered = server.registerTool(name, { ...definition, outputSchema: listed() }, call);
  // The SDK reads these members at each listing and each call. Answered at that time, they hold for
  // a tool that was updated, and are absent for a client that is too old for them.
  return Object.defineProperties(registered, {
    outputSchema: { get: listed, enumerable: true, configurable: true },
    outputSchemaJson: { get: outputSchema, enumerable: true, configurable: true },
  });
}

/** Whether the SDK can list this schema: it cannot list `true`. */
export function canList(outputSchema) {
  return typeof outputSchema === "object";
}

/** The revision of the client that is being served, once it is known. */
export function negotiatedRevision(server) {
  return server.server.getNegotiatedProtocolVersion();
}

/** Whether a handler returned a request for more input: that is between the SDK and the client. */
export function isForTheSdk(returned) {
  return returned?.resultType === "input_required";
}

/** Whether a thrown error is no failure of the tool but a message of the protocol. */
export function isErrorForTheSdk(error) {
  return error?.code === URL_ELICITATION_REQUIRED;
}

const URL_ELICITATION_REQUIRED = -32042;
