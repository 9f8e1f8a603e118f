// A project that makes the report of the conversions, and what the report must be.

import assert from "node:assert/strict";

import { makeProject } from "../../packed/project.mjs";
import { expected } from "../project/conversions.mjs";
import { MODULES, SOURCES } from "./installed.mjs";

/** The packed package, the sources of the report, and the SDK that they use. */
export async function makeReportProject() {
  const project = await makeProject({ sources: SOURCES, tools: MODULES });
  await project.copy(".");
  await project.borrow("@modelcontextprotocol", "zod");
  return project;
}

/**
 * Holds a report against what it must be.
 *
 * @param {string} json
 * @param {{ hasEval?: boolean }} [runtime]
 */
export function assertReport(json, { hasEval = true } = {}) {
  assert.deepEqual(JSON.parse(json), { conversions: expected(), hasEval });
}
