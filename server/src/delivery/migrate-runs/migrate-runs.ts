import type { Queryable, Transactional } from "../../database/database.ts";
import { readTime } from "../../environments/environment-store.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { IntegrationStore } from "../../integrations/integration-store.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import { newDetail } from "../../notifications/new-detail.ts";
import type { Workflow } from "../../workflows/workflow.ts";
import { newJobs } from "../expand/expand.ts";
import { jobRow } from "../settle/job-row.ts";
import { jobInserts } from "../settle/settle-store.ts";
import { findWaiting, leaveVersion, lockOlderRuns, type WaitingRun } from "./migrate-runs-store.ts";

export type ChangeVersionParts = { database: Transactional; integrations: IntegrationStore };

/** Runs examined in one transaction: memory and locks stay small. */
const AT_ONCE = 1_000;

/**
 * Migrates runs of older versions that wait in a delay or digest to the workflow's current version: they wait as
 * before, and then run its steps. A run whose step no longer exists keeps its version, because its position in the
 * new one is unknown. Repeatable.
 */
export async function changeVersions(
  { database, integrations }: ChangeVersionParts,
  environmentId: string,
  workflow: Workflow,
): Promise<void> {
  const connections = await integrations.list(database, environmentId);
  let after: string | undefined = "";
  while (after !== undefined) {
    const share: Moving = { workflow, connections, after };
    after = await database.transaction<string | undefined>((tx) => migrateBatch(tx, environmentId, share));
  }
}

type Moving = { workflow: Workflow; connections: readonly Integration[]; after: string };

/** @returns the cursor of the next batch; undefined at the end. */
async function migrateBatch(
  tx: Queryable,
  environmentId: string,
  { workflow, connections, after }: Moving,
): Promise<string | undefined> {
  const { id: workflowId, version } = workflow;
  const waiting = await findWaiting(tx, environmentId, { after, limit: AT_ONCE });
  if (waiting.length === 0) return undefined;
  const found = await lockOlderRuns(tx, environmentId, { workflowId, version, notificationIds: waiting });
  const runs = found.filter(({ stepId }) => workflow.definition.steps.some(({ id }) => id === stepId));
  if (runs.length > 0) {
    const { now } = await readTime(tx, environmentId);
    await leaveVersion(tx, environmentId, { runs, version });
    const jobs = runs.flatMap((run) => followersOf(run, workflow, { connections, now }));
    for (const statement of jobInserts(environmentId, jobs, { now })) await tx.query(statement);
    await insertDetails(
      tx,
      environmentId,
      runs.map((run) => newDetail(run, { code: "version_changed", raw: { version }, now })),
      now,
    );
  }
  return waiting.length < AT_ONCE ? undefined : waiting.at(-1);
}

type Making = { connections: readonly Integration[]; now: Date };

/** The new version's steps after the one the run waits in, as jobs after the one it has. */
function followersOf(run: WaitingRun, { definition }: Workflow, { connections, now }: Making) {
  const here = definition.steps.findIndex(({ id }) => id === run.stepId);
  const jobs = newJobs(definition.steps.slice(here + 1), connections, now);
  return jobs.map((job, index) =>
    jobRow(run.notificationId, { ...job, position: run.position + 1 + index, due: { kind: "never" } }),
  );
}
