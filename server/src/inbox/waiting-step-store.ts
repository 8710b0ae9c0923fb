import { CHANNELS } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { StepId, WorkflowId } from "../foundation/ids.ts";
import type { ChangedMessage } from "./change-store.ts";

/** A channel step that waits, and the step whose message the subscriber has seen or read. */
export type WaitingStep = {
  notificationId: string;
  position: number;
  stepId: StepId;
  reactedStepId: StepId;
  isRead: boolean;
  workflowId: WorkflowId;
  version: number;
};

/** The waiting channel steps of the notifications of these messages. */
export function findWaitingSteps(
  tx: Queryable,
  environmentId: string,
  reacted: readonly ChangedMessage[],
): Promise<WaitingStep[]> {
  return tx.query<WaitingStep>(sql`
    select j.notification_id as "notificationId", j.position, j.step_id as "stepId", own.step_id as "reactedStepId",
      x."isRead", n.workflow_id as "workflowId", n.workflow_version as version
    from json_to_recordset(${JSON.stringify(reacted)}) as x("notificationId" text, position smallint, "isRead" boolean)
    join jobs j on j.environment_id = ${environmentId} and j.notification_id = x."notificationId"
      and j.status = 'delayed' and j.due_at is not null and j.unfinished_claims = 0 and j.type = any(${[...CHANNELS]})
    join jobs own on own.environment_id = ${environmentId} and own.notification_id = x."notificationId"
      and own.position = x.position
    join notifications n on n.environment_id = ${environmentId} and n.id = x."notificationId"`);
}

/** Makes jobs that still wait due now. */
export async function makeDue(
  tx: Queryable,
  environmentId: string,
  jobs: readonly Pick<WaitingStep, "notificationId" | "position">[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    with waiting as (
      select j.notification_id, j.position
      from json_to_recordset(${JSON.stringify(jobs)}) as x("notificationId" text, position smallint)
      join jobs j on j.environment_id = ${environmentId} and j.notification_id = x."notificationId"
        and j.position = x.position and j.status = 'delayed' and j.due_at > ${now} and j.unfinished_claims = 0
      order by j.notification_id, j.position for update of j
    )
    update jobs j set due_at = ${now} from waiting
    where j.environment_id = ${environmentId} and j.notification_id = waiting.notification_id
      and j.position = waiting.position`);
}
