import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { WorkflowKey } from "../../foundation/ids.ts";
import { sha256 } from "../../foundation/secrets.ts";
import { draftWorkflow, type RequestedWorkflow } from "../../workflows/draft-workflow.ts";
import { namedStepsIfReadable } from "../../workflows/named-steps.ts";
import type { PayloadChecks } from "../../workflows/payload-checks.ts";
import type { PrepareParts } from "../../workflows/prepare-version.ts";
import type { VersionCache } from "../../workflows/version-cache.ts";
import type { Workflow } from "../../workflows/workflow.ts";
import { findWorkflow } from "../../workflows/workflow-store.ts";

type Parts = PrepareParts & { database: Queryable; versions: VersionCache };

/** A workflow to explain, and where its version and the checks of its payloads are found. */
export type ExplainedWorkflow = Pick<Parts, "versions" | "payloadChecks"> & {
  workflow: Workflow | undefined;
};

type Requested = { workflowKey: WorkflowKey; requested: RequestedWorkflow | undefined; now: Date };

/**
 * The stored workflow, or a draft in its place. The version of a draft is in no cache that others read: it is not stored,
 * and the next draft has the same number.
 * @throws AppError if the draft is refused; its fields begin with `workflow.`.
 */
export async function findExplained(
  parts: Parts,
  environmentId: string,
  { workflowKey, requested, now }: Requested,
): Promise<ExplainedWorkflow> {
  const { database, versions, payloadChecks } = parts;
  const previous = await findWorkflow(database, environmentId, { key: workflowKey });
  if (!requested) return { workflow: previous, versions, payloadChecks };
  const drafting = { ...requested, workflowKey, previous, now };
  const workflow = await draftWorkflow(parts, environmentId, drafting).catch(refuseAsField);
  return {
    workflow,
    versions: onlyVersionOf(workflow),
    payloadChecks: checksOfDrafts(payloadChecks, environmentId),
  };
}

/** @throws always: the error, its fields named as in the body of an explanation. */
function refuseAsField(error: unknown): never {
  if (!(error instanceof AppError) || !error.errors) throw error;
  const errors = Object.entries(error.errors).map(([field, entry]) => [`workflow.${field}`, entry]);
  throw new AppError(error.code, error.message, { facts: error.facts, errors: Object.fromEntries(errors) });
}

/** An explanation asks for no other version than that of its trigger. */
function onlyVersionOf({
  id: workflowId,
  workflowKey,
  version,
  definition,
  readings = null,
}: Workflow): VersionCache {
  const namedSteps = namedStepsIfReadable(definition.steps, readings);
  return { get: async () => () => ({ workflowId, workflowKey, version, definition, namedSteps }) };
}

/** The checks name a schema by the version of its workflow; a draft's schema is named by its content. */
function checksOfDrafts(checks: PayloadChecks, environmentId: string): PayloadChecks {
  const named = <W extends Pick<Workflow, "id" | "definition">>(workflow: W): W => {
    const schema = sha256(JSON.stringify(workflow.definition.payloadSchema ?? {})).toString("base64");
    return { ...workflow, id: `draft|${environmentId}|${schema}` as Workflow["id"] };
  };
  return {
    ...checks,
    known: (workflow, payload) => checks.known(named(workflow), payload),
    check: (ofEnvironment, workflow, payload) => checks.check(ofEnvironment, named(workflow), payload),
  };
}
