import sql, { raw, type Sql } from "sql-template-tag";
import { ownContexts } from "../contexts/own-context-store.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { PersonalTable } from "./personal-data.ts";

/** Whose data is exported. */
export type ExportedPerson = { environmentId: string; id: SubscriberId; subscriberKey: SubscriberKey };

/** A key column of the order, as SQL, and the type of its value. */
export type Key = { sql: string; type: "text" | "integer" };

/** Rows of one table that belong to a subscriber, in the order of an index. */
export type ExportPart = {
  /** Unique; the cursor names it. */
  readonly name: string;
  readonly table: PersonalTable;
  /** The alias of the table in `rows`. */
  readonly alias: string;
  readonly keys: readonly Key[];
  /** FROM and WHERE; `start` is the first key of the cursor, for an index condition; "" at the beginning. */
  rows(person: ExportedPerson, start: string): Sql;
  /** Further members of a line, as SQL expressions with their names. */
  more?(person: ExportedPerson): Sql;
  /** Rows for which it is false are read and get no line: for rows that no index finds by the subscriber. */
  matches?(person: ExportedPerson): Sql;
  /** SQL of the sealed text of what is masked, and of the same in clear text, for rows of older versions. */
  readonly secret?: { sealed: string; clear: string };
};

const text = (expression: string): Key => ({ sql: expression, type: "text" });
const integer = (expression: string): Key => ({ sql: expression, type: "integer" });

const part = (name: string, table: PersonalTable, alias: string, keys: readonly Key[]) => ({
  name,
  table,
  alias,
  keys,
});

/** Rows of a table that is found by its column `subscriber_id`. */
const own = (name: string, table: PersonalTable, keys: readonly Key[]) => ({
  ...part(name, table, "t", keys),
  rows: ({ environmentId, id }: ExportedPerson) => sql`
    ${raw(table)} t where t.environment_id = ${environmentId} and t.subscriber_id = ${id}`,
});

/** The subscriber's notifications from `start` on, and what is found by them. */
const ofNotifications = (joined: (environmentId: string) => Sql) => ({
  rows: ({ environmentId, id }: ExportedPerson, start: string) => sql`
    notifications n ${joined(environmentId)}
    where n.environment_id = ${environmentId} and n.subscriber_id = ${id} and n.id >= ${start}`,
});

const workflowOf = (alias: string) => (person: ExportedPerson) =>
  sql`
  (select flow.identifier from workflows flow
   where flow.environment_id = ${person.environmentId} and flow.id = ${raw(alias)}.workflow_id) as "workflowId"`;

/** The subscriber's own entry among the recipients of a trigger. */
const recipient = ({ subscriberKey }: ExportedPerson) => sql`
  (select r from json_array_elements(t.recipients) r where r ->> 'subscriberId' = ${subscriberKey} limit 1) as recipient`;
const namesPerson = ({ subscriberKey }: ExportedPerson) => sql`exists (
  select from json_array_elements(t.recipients) r where r ->> 'subscriberId' = ${subscriberKey})`;

/** A trigger that the part of the notifications lacks. */
const hasNoNotification = ({ environmentId, id }: ExportedPerson) => sql`not exists (
  select from notifications n where n.environment_id = ${environmentId} and n.trigger_id = t.id and n.subscriber_id = ${id})`;

const JOIN_JOBS = (environmentId: string) =>
  sql`join jobs j on j.environment_id = ${environmentId} and j.notification_id = n.id`;

/** All parts of an export, in their order. Each table of the list with a `line` has at least one. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  {
    ...part("subscriber", "subscribers", "t", [text("t.id")]),
    rows: ({ environmentId, id }) =>
      sql`subscribers t where t.environment_id = ${environmentId} and t.id = ${id}`,
    // A process of an older version may have written channels beside sealed ones: those in clear text are the newer ones.
    secret: {
      sealed: "case when t.channels is null then t.channels_sealed end",
      clear: "t.channels::text",
    },
  },
  { ...own("preferences", "subscriber_preferences", [text("t.workflow_id")]), more: workflowOf("t") },
  {
    ...own("subscriptions", "topic_members", [text("t.id")]),
    more: ({ environmentId }) => sql`
      (select o.key from topics o where o.environment_id = ${environmentId} and o.id = t.topic_id) as "topicKey"`,
  },
  own("suppressions", "suppressions", [text("t.id")]),
  {
    ...part("contexts", "contexts", "t", [text("t.type")]),
    rows: (person) => sql`${ownContexts(person)} where true`,
  },
  {
    ...part("notifications", "notifications", "n", [text("n.id")]),
    ...ofNotifications(() => sql``),
    more: workflowOf("n"),
  },
  {
    ...part("triggers", "triggers", "t", [text("n.id")]),
    ...ofNotifications(
      (environmentId) => sql`join triggers t on t.environment_id = ${environmentId} and t.id = n.trigger_id`,
    ),
    more: recipient,
  },
  {
    ...part("triggers by the subscriber", "triggers", "t", [text("t.id")]),
    rows: (person, start) => sql`
      triggers t where t.environment_id = ${person.environmentId} and t.actor = ${person.subscriberKey} and t.id >= ${start}
        and ${hasNoNotification(person)}`,
    more: recipient,
  },
  // Canceled and given-up triggers may name recipients that have no notification.
  {
    ...part("triggers without notification", "triggers", "t", [text("t.id")]),
    rows: ({ environmentId }, start) => sql`
      triggers t where t.environment_id = ${environmentId} and t.id >= ${start}
        and (t.canceled_at is not null or t.failure is not null)`,
    matches: (person) => sql`t.actor is distinct from ${person.subscriberKey} and ${namesPerson(person)}
      and ${hasNoNotification(person)}`,
    more: recipient,
  },
  {
    ...part("jobs", "jobs", "j", [text("n.id"), integer("j.position")]),
    ...ofNotifications(JOIN_JOBS),
  },
  {
    ...part("details", "execution_details", "d", [text("n.id"), text("d.id")]),
    ...ofNotifications(
      (environmentId) => sql`
        join execution_details d on d.environment_id = ${environmentId} and d.notification_id = n.id`,
    ),
  },
  {
    ...part("digests", "digest_windows", "w", [text("n.id"), integer("j.position")]),
    ...ofNotifications(
      (environmentId) => sql`${JOIN_JOBS(environmentId)} and j.type = 'digest'
        join digest_windows w on w.environment_id = ${environmentId} and w.job_id = j.id`,
    ),
    more: workflowOf("w"),
  },
  {
    ...part("digest events", "digest_events", "e", [
      text("n.id"),
      integer("j.position"),
      text("e.notification_id"),
    ]),
    ...ofNotifications(
      (environmentId) => sql`${JOIN_JOBS(environmentId)} and j.type = 'digest'
        join digest_events e on e.environment_id = ${environmentId} and e.window_job_id = j.id`,
    ),
  },
  {
    ...own("last digest events", "digest_last_events", [
      text("t.workflow_id"),
      text("t.step_id"),
      text("md5(t.digest_key)"),
    ]),
    more: workflowOf("t"),
  },
  {
    ...own("throttles", "throttle_windows", [
      text("t.workflow_id"),
      text("t.step_id"),
      text("md5(t.throttle_key)"),
    ]),
    more: workflowOf("t"),
  },
  {
    ...own("messages", "messages", [text("t.id")]),
    secret: {
      sealed: "t.address_sealed",
      clear: `case when t.webhook_url is not null or t.device_tokens is not null
        then json_build_object('webhookUrl', t.webhook_url, 'deviceTokens', t.device_tokens)::text end`,
    },
  },
  { ...own("dead letters", "dead_letters", [text("t.id")]), more: workflowOf("t") },
];
