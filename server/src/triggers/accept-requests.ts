import { readContexts } from "../contexts/contexts.ts";
import type { Queryable } from "../database/database.ts";
import { failpoint } from "../foundation/failpoint.ts";
import type { WorkflowKey } from "../foundation/ids.ts";
import { NotReady } from "../idempotency/not-ready.ts";
import type { PayloadChecks } from "../workflows/payload-checks.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import { findWorkflowHeads, type WorkflowHead } from "../workflows/workflow-store.ts";
import type { PrepareRuns } from "./handover.ts";
import {
  type Accepted,
  type JudgedWorkflow,
  type JudgeParts,
  judge,
  type Named,
  type Verdict,
} from "./judge-request.ts";
import { type Judged, type Passed, type Store, storeAll } from "./store-triggers.ts";
import type { TriggerRequest } from "./trigger.ts";

export type AcceptParts = JudgeParts &
  Store & {
    payloadChecks: PayloadChecks;
    versions: VersionCache;
    /** Each trigger is stored without its runs. */
    areRunsLater?: boolean;
  };

/** The results of calls, and what the worker of this process has once they are durable. */
export type AcceptedCalls = { results: AcceptResult[] } & Passed;

/** The result of one call: each trigger's answer, or an error of this call alone. */
export type AcceptResult = { ok: true; accepted: Accepted[] } | { ok: false; error: unknown };

type JudgedCall = { judged: Judged[] } | { error: unknown };

/**
 * Stores the triggers of several calls of an environment with two statements for all of them. A call is stored whole
 * or not at all; an error while one is checked, or one that is not ready, does not affect the others.
 */
export async function acceptAll(
  parts: AcceptParts,
  environmentId: string,
  calls: readonly (readonly TriggerRequest[])[],
): Promise<AcceptedCalls> {
  failpoint("A1");
  const prepare = beginRuns(parts, environmentId, calls.flat());
  const workflowOf = await findWorkflows(parts, environmentId, calls.flat());
  const tenants = await findTenants(parts.database, environmentId, calls.flat());
  const judgedCalls = calls.map((requests) =>
    judgeCall(parts, environmentId, { requests, workflowOf, tenants }),
  );
  const ready = calls.filter((_, index) => "judged" in (judgedCalls[index] as JudgedCall)).flat();
  const judged = judgedCalls.flatMap((call) => ("judged" in call ? call.judged : []));
  const storing = { requests: ready, judged, bytes: bytesOf(ready), prepare };
  const { answers, ...passed } = await storeAll(parts, environmentId, storing);
  const results = judgedCalls.map((call): AcceptResult => {
    if ("error" in call) return { ok: false, error: call.error };
    return { ok: true, accepted: answers.splice(0, call.judged.length) };
  });
  return { results, ...passed };
}

/** The requests of triggers that are stored with their runs. */
const SMALL_BYTES = 100_000;

/** Reads what the first runs of the triggers need, while the workflows are read. */
function beginRuns(
  { handover, areRunsLater = false }: AcceptParts,
  environmentId: string,
  requests: readonly TriggerRequest[],
): PrepareRuns | undefined {
  if (areRunsLater || bytesOf(requests) > SMALL_BYTES) return undefined;
  return handover?.prepare(environmentId, requests);
}

/** The current version of each workflow; versions are immutable and cached. */
async function findWorkflows(
  { database, versions }: AcceptParts,
  environmentId: string,
  requests: readonly TriggerRequest[],
): Promise<ReadonlyMap<WorkflowKey, JudgedWorkflow>> {
  const workflowKeys = [...new Set(requests.map(({ workflowKey }) => workflowKey))];
  const heads = await findWorkflowHeads(database, environmentId, workflowKeys);
  const keyOf = ({ id: workflowId, version }: WorkflowHead) => ({ workflowId, version });
  const versionOf = await versions.get(database, environmentId, heads.map(keyOf));
  return new Map(
    heads.map((head) => [head.workflowKey, { ...head, definition: versionOf(keyOf(head)).definition }]),
  );
}

/** The named tenants that exist; no statement when none is named. */
export async function findTenants(
  database: Queryable,
  environmentId: string,
  requests: readonly TriggerRequest[],
): Promise<Named["tenants"]> {
  const named = requests.flatMap(({ tenantKey }) => (tenantKey === undefined ? [] : [tenantKey]));
  return readContexts(database, environmentId, [{ contextKeys: named }]);
}

type Asked = Pick<Named, "tenants"> & {
  requests: readonly TriggerRequest[];
  workflowOf: ReadonlyMap<WorkflowKey, JudgedWorkflow>;
};

function judgeCall(
  parts: AcceptParts,
  environmentId: string,
  { requests, workflowOf, tenants }: Asked,
): JudgedCall {
  try {
    const verdicts = requests.map((request) =>
      judge(parts, request, { workflow: workflowOf.get(request.workflowKey), tenants }),
    );
    const unchecked = requests.filter((_, index) => "isUnchecked" in (verdicts[index] as Verdict));
    if (unchecked.length === 0) return { judged: verdicts as Judged[] };
    const check = async ({ workflowKey, payload }: TriggerRequest) =>
      parts.payloadChecks.check(environmentId, workflowOf.get(workflowKey) as JudgedWorkflow, payload);
    return { error: new NotReady(async () => void (await Promise.all(unchecked.map(check)))) };
  } catch (error) {
    return { error };
  }
}

/** The size of a request where it is unknown, as in tests. */
const TYPICAL_BYTES = 1_000;

/** The approximate size of requests in memory. */
export function bytesOf(requests: readonly TriggerRequest[]): number {
  return requests.reduce((sum, { bytes = TYPICAL_BYTES }) => sum + bytes, 0);
}
