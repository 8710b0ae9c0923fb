import sql from "sql-template-tag";
import { countOutcomes } from "../../src/triggers/trigger-report-store.ts";
import type { TestService } from "../test-service.ts";
import type { HandDrivenEngine } from "./hand-driven-engine.ts";
import type { ModelRun, ReferenceModel } from "./reference-model.ts";

type Ended = {
  id: string;
  transactionId: string;
  subscriber: string;
  workflow: string;
  statuses: string[];
  types: string[];
  isMerged: boolean;
  messages: number;
};

/** All differences between the engine's rows and the model, after everything has ended. */
export async function differences(
  { database }: TestService,
  environmentId: string,
  model: ReferenceModel,
): Promise<string[]> {
  const ended = await database.query<Ended>(sql`
    select n.id, t.transaction_id as "transactionId", s.subscriber_id as subscriber, w.identifier as workflow,
      array_agg(j.status order by j.position) as statuses, array_agg(j.type order by j.position) as types,
      n.digested_into is not null as "isMerged",
      (select count(*)::integer from messages m where m.environment_id = n.environment_id
        and m.notification_id = n.id and m.status = 'sent') as messages
    from notifications n
    join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
    join jobs j on j.environment_id = n.environment_id and j.notification_id = n.id
    join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
    join workflows w on w.environment_id = n.environment_id and w.id = n.workflow_id
    where n.environment_id = ${environmentId} group by n.environment_id, n.id, t.transaction_id, s.subscriber_id, w.identifier`);
  const windows = await database.query<{ place: string; events: string[] }>(sql`
    select w.identifier || '|' || j.position || '|' || s.subscriber_id as place,
      (select array_agg(t.transaction_id order by t.transaction_id) from digest_events e
        join notifications n on n.environment_id = e.environment_id and n.id = e.notification_id
        join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
        where e.environment_id = d.environment_id and e.window_job_id = d.job_id) as events
    from digest_windows d
    join jobs j on j.environment_id = d.environment_id and j.notification_id = d.notification_id and j.id = d.job_id
    join subscribers s on s.environment_id = d.environment_id and s.id = d.subscriber_id
    join workflows w on w.environment_id = d.environment_id and w.id = d.workflow_id
    where d.environment_id = ${environmentId}`);
  return [
    ...unequal("runs", ended.map(nameOfEnded), model.runs.map(nameOfRun)),
    ...unequal(
      "ends",
      ended.filter(isNotLimited).map(endOf),
      model.runs.filter(isNotLimited).map(modelEndOf),
    ),
    ...unequal("throttled runs", limited(ended.map(endOf)), limited(model.runs.map(modelEndOf))),
    ...unequal(
      "windows",
      windows.map(({ place, events }) => `${place}: ${events?.join(",")}`),
      model.windows.map(windowOf),
    ),
    ...(await unexplained(database, environmentId, model)),
  ];
}

/** Each trigger's recipients add up, and every failure and skip has a code. */
async function unexplained(
  database: TestService["database"],
  environmentId: string,
  { runs }: ReferenceModel,
): Promise<string[]> {
  const found: string[] = [];
  for (const transactionId of new Set(runs.map((run) => run.transactionId))) {
    const outcomes = await countOutcomes(database, environmentId, transactionId);
    const bad = outcomes.filter(
      ({ outcome, code }) => outcome === "waiting" || (outcome !== "delivered" && code === null),
    );
    if (bad.length > 0) found.push(`${transactionId} is not explained: ${JSON.stringify(bad)}`);
  }
  return found;
}

/**
 * Each message was sent with its own idempotency key. A canceled message may have been sent, too: by a process that
 * crashed before it stored the provider's answer, after which a breaker delayed the next attempt.
 */
export function mailDifferences(
  { mails }: HandDrivenEngine,
  { sent, withdrawn }: { sent: number; withdrawn: number },
): string[] {
  const isRight = mails.size >= sent && mails.size <= sent + withdrawn;
  return isRight
    ? []
    : [`${mails.size} keys were used for ${sent} mails, ${withdrawn} of others were canceled`];
}

const isNotLimited = ({ workflow }: { workflow: string }) => workflow !== "limited";

/** When several runs are due at once, the throttle may choose which ones pass, but not how many. */
function limited(ends: readonly string[]): string[] {
  return ends.filter((end) => end.includes("|limited|")).map((end) => end.replace(/^t\d+/, "t"));
}

function nameOfEnded({ transactionId, workflow, subscriber }: Ended): string {
  return `${transactionId}|${workflow}|${subscriber}`;
}
function nameOfRun({ transactionId, workflow, subscriber }: ModelRun): string {
  return `${transactionId}|${workflow}|${subscriber}`;
}

function endOf(ended: Ended): string {
  const { statuses, types, messages } = ended;
  const unwanted = statuses.filter(
    (status, index) => status === "canceled" && ["in_app", "email"].includes(types[index] ?? ""),
  ).length;
  const end = wayOfEnding(ended);
  const result = end === "done" ? `${messages} sent ${unwanted} unwanted` : `${messages} sent`;
  return `${nameOfEnded(ended)}|${end}: ${result}`;
}

function wayOfEnding({ statuses, types, isMerged }: Ended): string {
  const has = (some: readonly string[], status: string) =>
    types.some((type, index) => some.includes(type) && statuses[index] === status);
  if (has(["delay", "digest"], "canceled")) return "canceled";
  if (isMerged || statuses.at(-1) === "merged") return "merged";
  if (has(["throttle"], "skipped")) return "throttled";
  const isDone = statuses.every((status) => ["completed", "canceled"].includes(status));
  return isDone ? "done" : `odd ${statuses.join(",")}`;
}

function modelEndOf(run: ModelRun): string {
  const sent = run.messages.filter((message) => message === "sent").length;
  const unwanted = run.messages.length - sent;
  const result = run.end === "done" ? `${sent} sent ${unwanted} unwanted` : `${sent} sent`;
  return `${nameOfRun(run)}|${run.end}: ${result}`;
}

function windowOf({ workflow, position, subscriber, events }: ReferenceModel["windows"][number]): string {
  const names = events.map(({ run }) => run.transactionId).toSorted();
  return `${workflow}|${position}|${subscriber}: ${names.join(",")}`;
}

function unequal(what: string, actual: readonly string[], wanted: readonly string[]): string[] {
  const [left, right] = [actual.toSorted(), wanted.toSorted()];
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  const surplus = left.filter((one) => !right.includes(one));
  const lacking = right.filter((one) => !left.includes(one));
  return [`${what}: there is ${JSON.stringify(surplus)}, there should be ${JSON.stringify(lacking)}`];
}
