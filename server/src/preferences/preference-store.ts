import type { Channel, Schedule } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId, SubscriberKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import type { ChannelChoices, Preference, SubscriberPreferences } from "./preference.ts";

/** The workflow id of the row that applies to all workflows. */
export const GLOBAL = "";

type Row = Preference & { subscriberId: SubscriberId; workflowId: WorkflowId | typeof GLOBAL };

/** The choices of subscribers for all workflows and for some; a subscriber without choices is missing. */
export type Choices = ReadonlyMap<SubscriberId, SubscriberPreferences>;

const COLUMNS = raw(`
  p.subscriber_id as "subscriberId", p.workflow_id as "workflowId", p.channels, p.schedule, p.updated_at as "updatedAt"`);

/**
 * The subscribers' choices for all workflows and for these ones. One statement for a whole batch: with a million rows, 500 subscribers without choices take 0.5 ms, hardly
 * more than the round trip. A join with the list instead of `any` took five times as long.
 */
export async function findPreferences(
  database: Queryable,
  environmentId: string,
  subscriberIds: readonly SubscriberId[],
  workflowIds: readonly WorkflowId[],
): Promise<Choices> {
  if (subscriberIds.length === 0) return new Map();
  const rows = await database.query<Row>(sql`
    select ${COLUMNS} from subscriber_preferences p
    where p.environment_id = ${environmentId} and p.subscriber_id = any(${[...new Set(subscriberIds)]})
      and p.workflow_id = any(${[GLOBAL, ...new Set(workflowIds)]})`);
  return choicesOf(rows);
}

/** The same by the caller's ids, for subscribers and workflows that are read at the same moment. */
export async function findPreferencesByKey(
  database: Queryable,
  environmentId: string,
  { subscribers, workflows }: { subscribers: readonly SubscriberKey[]; workflows: readonly WorkflowKey[] },
): Promise<Choices> {
  const rows = await database.query<Row>(sql`
    select ${COLUMNS} from subscriber_preferences p
    where p.environment_id = ${environmentId}
      and p.subscriber_id = any(array(select s.id from subscribers s
        where s.environment_id = ${environmentId} and s.subscriber_id = any(${[...new Set(subscribers)]})))
      and p.workflow_id = any(array_append(array(select w.id from workflows w
        where w.environment_id = ${environmentId} and w.identifier = any(${[...new Set(workflows)]})
          and w.deleted_at is null), ${GLOBAL}))`);
  return choicesOf(rows);
}

function choicesOf(rows: readonly Row[]): Choices {
  const found = new Map<SubscriberId, SubscriberPreferences>();
  for (const { subscriberId, workflowId, ...preference } of rows) {
    const known: SubscriberPreferences = found.get(subscriberId) ?? { ofWorkflows: new Map() };
    if (workflowId === GLOBAL) known.global = preference;
    else known.ofWorkflows.set(workflowId, preference);
    found.set(subscriberId, known);
  }
  return found;
}

/** A subscriber's new choice; without `workflowId` it applies to all workflows. */
export type NewChoice = {
  workflowId?: WorkflowId;
  channels: ChannelChoices;
  schedule?: Schedule | undefined;
};

/** Merges choices into a subscriber's stored ones. `choices` has at most one for each workflow. */
export async function saveChoices(
  tx: Queryable,
  environmentId: string,
  { subscriberId, choices }: { subscriberId: SubscriberId; choices: readonly NewChoice[] },
): Promise<void> {
  const rows = choices.map((choice) => ({ workflowId: GLOBAL, ...choice }));
  await tx.query(sql`
    insert into subscriber_preferences as p (environment_id, subscriber_id, workflow_id, channels, schedule)
    select ${environmentId}, ${subscriberId}, x."workflowId", x.channels, x.schedule
    from json_to_recordset(${JSON.stringify(rows)}) as x("workflowId" text, channels jsonb, schedule json)
    on conflict (environment_id, subscriber_id, workflow_id) do update set
      channels = p.channels || excluded.channels, schedule = coalesce(excluded.schedule, p.schedule),
      updated_at = greatest(now(), p.updated_at)`);
}

/** Deletes a subscriber's choices for these channels of single workflows. */
export async function forgetWorkflowChoices(
  tx: Queryable,
  environmentId: string,
  { subscriberId, channels }: { subscriberId: SubscriberId; channels: readonly Channel[] },
): Promise<void> {
  await tx.query(sql`
    with emptied as (
      delete from subscriber_preferences p
      where p.environment_id = ${environmentId} and p.subscriber_id = ${subscriberId}
        and p.workflow_id <> ${GLOBAL} and p.channels - ${channels}::text[] = '{}'
    )
    update subscriber_preferences p set channels = p.channels - ${channels}::text[]
    where p.environment_id = ${environmentId} and p.subscriber_id = ${subscriberId}
      and p.workflow_id <> ${GLOBAL} and p.channels ?| ${channels}::text[]
      and p.channels - ${channels}::text[] <> '{}'`);
}

/** Stores the schedule of a subscriber that has none. */
export async function saveFirstSchedule(
  tx: Queryable,
  environmentId: string,
  subscriberId: SubscriberId,
  schedule: Schedule,
): Promise<void> {
  await tx.query(sql`
    insert into subscriber_preferences as p (environment_id, subscriber_id, workflow_id, channels, schedule)
    values (${environmentId}, ${subscriberId}, ${GLOBAL}, '{}', ${JSON.stringify(schedule)})
    on conflict (environment_id, subscriber_id, workflow_id) do update
      set schedule = excluded.schedule, updated_at = greatest(now(), p.updated_at) where p.schedule is null`);
}
