import type { Queryable } from "../../database/database.ts";
import { pipeline } from "../../database/pipeline.ts";
import { newDeadLetter } from "../../dead-letters/dead-letter.ts";
import { deadLetterInsert } from "../../dead-letters/dead-letter-store.ts";
import { failpoint } from "../../foundation/failpoint.ts";
import { answerUpdate, messageInserts } from "../../messages/message-store.ts";
import { detailInserts } from "../../notifications/execution-detail-store.ts";
import type { NewDetail } from "../../notifications/new-detail.ts";
import { type PackedDetails, packDetails } from "../../notifications/packed-details.ts";
import { countAppend } from "../../statistics/statistics-store.ts";
import { DATABASE_GATES } from "../gates/gate-store.ts";
import type { Merge } from "../gates/gates.ts";
import { passGates } from "../gates/pass-gates.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import type { RunJob } from "../runs/run.ts";
import { countSteps } from "./count-steps.ts";
import { type JobRow, jobRow } from "./job-row.ts";
import { digestedIntoUpdate, jobInserts, jobUpdates } from "./settle-store.ts";

/** The time of storing, and the worker that keeps the jobs which stay leased. */
export type Storing = { now: Date; workerId: number };

/** Decides the gates and sends the statements of all tables. @returns the runs with the results of their gates. */
export async function storeRuns(
  tx: Queryable,
  environmentId: string,
  advanced: readonly AdvancedRun[],
  storing: Storing,
): Promise<readonly AdvancedRun[]> {
  const { now } = storing;
  const passed = await passGates({ tx, environmentId, now, gateStore: DATABASE_GATES }, advanced);
  await pipeline(tx, statementsOf(tx, environmentId, passed, storing));
  const { runs } = passed;
  if (runs.some(({ changes }) => changes.answeredMessages.length > 0)) failpoint("W6");
  return runs;
}

type Passed = { runs: readonly AdvancedRun[]; merged?: readonly Merge[] };

/** The statements that store runs with the results of their gates, one table after the other; each is composed when it is needed. */
export function* statementsOf(
  { secrets }: Pick<Queryable, "secrets">,
  environmentId: string,
  { runs, merged = [] }: Passed,
  storing: Storing,
) {
  const { now } = storing;
  const details = new Map(runs.map((one) => [one, packDetails(one.changes.details, now, canPack(one))]));
  const rowsOf = (one: AdvancedRun) => changedRows(one, details.get(one)?.byPosition);
  const newJobs = runs.filter(({ from }) => from.isNew).flatMap(rowsOf);
  const changed = runs.filter(({ from }) => !from.isNew).flatMap(rowsOf);
  const messages = runs.flatMap(({ changes }) => changes.newMessages);
  const answers = runs.flatMap(({ changes }) => changes.answeredMessages);
  const dead = runs.flatMap(({ changes }) => changes.dead).map((one) => newDeadLetter(one, now));
  const detailRows = runs.flatMap((one) => ownRows(one, details.get(one)?.rows));
  const counts = countSteps(runs);
  if (merged.length > 0) yield digestedIntoUpdate(environmentId, merged);
  yield* jobInserts(environmentId, newJobs, storing);
  yield* jobUpdates(environmentId, changed, storing);
  yield* messageInserts({ secrets }, environmentId, messages, now);
  if (answers.length > 0) yield answerUpdate(environmentId, answers, now);
  if (dead.length > 0) yield deadLetterInsert(environmentId, dead, now);
  yield* detailInserts(environmentId, detailRows, now);
  if (counts.length > 0) yield countAppend(environmentId, counts, now);
}

/** The row of the job is written for sure: it is new, or this worker holds it. */
function canPack({ from }: AdvancedRun): (position: number) => boolean {
  return (position) => from.isNew || position === from.heldPosition;
}

/** All jobs of a new run, and the changed ones of a stored run. */
function changedRows(
  { from, run, changes }: AdvancedRun,
  packed: PackedDetails["byPosition"] = new Map(),
): JobRow[] {
  const jobs = from.isNew ? run.jobs : [...changes.jobs].map((position) => run.jobs[position] as RunJob);
  return jobs.map((job) =>
    jobRow(run.notification.id, job, {
      isHeld: run.heldPosition === job.position,
      packedDetails: packed.get(job.position),
    }),
  );
}

function ownRows({ run: { notification } }: AdvancedRun, rows: PackedDetails["rows"] = []): NewDetail[] {
  return rows.map((detail) => ({ ...detail, notificationId: notification.id }));
}
