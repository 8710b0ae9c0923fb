import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { EnvironmentTime } from "../../environments/environment.ts";
import type { HeldTrigger } from "../../triggers/handover.ts";
import { fromStoredRecipient, type StoredRecipient } from "../../triggers/trigger.ts";
import { LEASE_SECONDS } from "./lease.ts";
import { isAlive } from "./worker-store.ts";

/** The two queues: triggers to be expanded, and jobs. */
export type QueueTable = "fanouts" | "jobs";

export type ClaimedTrigger = HeldTrigger;
type ClaimedRow = Omit<ClaimedTrigger, "recipients"> & { recipients: readonly StoredRecipient[] };
/** With the time of the claim in its environment; under a held test clock it stands still (`test-clock.ts`). */
export type ClaimedJob = EnvironmentTime & {
  environmentId: string;
  notificationId: string;
  position: number;
  id: string;
  type: string;
  lease: number;
  unfinishedClaims: number;
};

/** What a claim may take: at most `limit` rows, none of environments at their limit. */
export type Claim = { limit: number; workerId: number; busyEnvironmentIds: readonly string[] };

/** Triggers of one claim have at most this many bytes together, or there is only one. */
const MAX_CLAIM_BYTES = raw("16000000");
/** The size of a row that is older than the column `bytes`: the largest request of that time. */
const BYTES_OF_OLD_ROWS = raw("4200000");

/**
 * Claims due triggers, fairly between environments. This claim and the next are the only statements without an
 * environment: a worker works for all of them. A claim moves due_at to the end of the lease, so that a trigger whose
 * worker crashed is due again by itself; it increments `lease`, which later proves whose outcome may be stored.
 * Environments take turns until the claim has its bytes.
 */
export async function claimTriggers(database: Queryable, claim: Claim): Promise<ClaimedTrigger[]> {
  const { workerId } = claim;
  const rows = await database.query<ClaimedRow>(sql`
    ${dueRows("fanouts", "trigger_id, bytes, due_at", claim)}, weighed as (
      select turns.*, sum(weight) over (order by turn, environment_id rows unbounded preceding) - weight as before
      from (
        select due.*, coalesce(due.bytes, ${BYTES_OF_OLD_ROWS}) as weight,
          row_number() over (partition by due.environment_id order by due.due_at) as turn
        from due
      ) turns
    )
    update fanouts f set due_at = now() + interval '${raw(String(LEASE_SECONDS))} seconds', lease = f.lease + 1,
      unfinished_claims = ${claimsAfter("f", workerId)}, claimed_by = ${workerId}
    from weighed due join triggers t on t.environment_id = due.environment_id and t.id = due.trigger_id
    where f.environment_id = due.environment_id and f.trigger_id = due.trigger_id and due.before < ${MAX_CLAIM_BYTES}
    returning f.environment_id as "environmentId", t.id, t.transaction_id as "transactionId",
      t.workflow_id as "workflowId", t.workflow_version as "workflowVersion", t.is_broadcast as "isBroadcast",
      t.recipients, t.topics, t.actor, t.context_keys as "contextKeys", t.payload, t.overrides,
      f.cursor as "fanoutCursor", case when due."isFrozen" then now() else t.created_at end as "reachesUntil",
      f.lease, f.unfinished_claims as "unfinishedClaims", due.now, due."isFrozen", due."defaultZone"`);
  return rows.map((row) => ({ ...row, recipients: row.recipients.map(fromStoredRecipient) }));
}

/** From this many crashes on a job is a suspect: it, or another job that was claimed with it, crashed the workers. */
export const SUSPECT_CRASHES = 2;
const SUSPECT = raw(String(SUSPECT_CRASHES));

/** Claims due jobs, fairly between environments, like `claimTriggers`; suspects are left to `claimSuspects`. */
export async function claimJobs(database: Queryable, claim: Claim): Promise<ClaimedJob[]> {
  return take(database, dueRows("jobs", "notification_id, position", claim), claim.workerId);
}

/** The largest value of the column `unfinished_claims`. */
export const MAX_CLAIMS = 32_767;

/** Suspects with this range of crashes are claimed in groups of at most `limit`. */
export type Narrowing = { unfinishedClaims: readonly [min: number, max: number]; limit: number };

/** Claims suspects; see `crash-suspects.ts`. */
export async function claimSuspects(
  database: Queryable,
  { unfinishedClaims: [min, max], limit }: Narrowing,
  workerId: number,
): Promise<ClaimedJob[]> {
  const due = sql`with due as (
    select j.environment_id, j.notification_id, j.position, coalesce(e.clock_at, now()) as now,
      e.clock_at is not null as "isFrozen", e.default_zone as "defaultZone"
    from jobs j join environments e on e.id = j.environment_id and e.deleted_at is null
    where j.unfinished_claims >= ${SUSPECT} and j.unfinished_claims between ${min} and ${max}
      and j.due_at is not null and j.due_at <= now()
    order by j.due_at limit ${limit} for update of j skip locked)`;
  return take(database, due, workerId);
}

/**
 * `unfinished_claims` counts the workers that claimed a row without an outcome; a worker that is alive has only lost its claim
 * and does not count.
 */
function claimsAfter(alias: "f" | "j", workerId: number): Sql {
  const row = raw(alias);
  return sql`case when ${row}.unfinished_claims > 0 and ${isAlive(sql`${row}.claimed_by`, workerId)} then ${row}.unfinished_claims
    else least(${row}.unfinished_claims, ${raw(String(MAX_CLAIMS - 1))}) + 1 end`;
}

async function take(database: Queryable, due: Sql, workerId: number): Promise<ClaimedJob[]> {
  return database.query<ClaimedJob>(sql`
    ${due}
    update jobs j set due_at = now() + interval '${raw(String(LEASE_SECONDS))} seconds', lease = j.lease + 1,
      unfinished_claims = ${claimsAfter("j", workerId)}, claimed_by = ${workerId}
    from due where j.environment_id = due.environment_id and j.notification_id = due.notification_id
      and j.position = due.position
    returning j.environment_id as "environmentId", j.notification_id as "notificationId", j.position, j.id, j.type,
      j.lease, j.unfinished_claims as "unfinishedClaims", due.now, due."isFrozen", due."defaultZone"`);
}

/**
 * Takes each environment's share of due rows, oldest first, by a loose index scan. An unclaimed row is due by the
 * time of its environment; a lease ends by the database's time, whatever a test clock says.
 */
function dueRows(table: QueueTable, columns: string, { limit, busyEnvironmentIds }: Claim): Sql {
  const name = raw(table);
  return sql`
    ${environmentsWithWork(table, busyEnvironmentIds)}, due as (
      select due.*, environment.now, environment."isFrozen", environment."defaultZone" from environment cross join lateral (
        select environment_id, ${raw(columns)} from ${name}
        where environment_id = environment.id and due_at <= greatest(now(), environment.now)
          and (not environment."isFrozen" or due_at <= case when unfinished_claims > 0 then now() else environment.now end)
          ${notSuspect(table)}
        order by due_at
        limit greatest(10, ${limit}::integer / (select greatest(1, count(id)) from environment))
        for update skip locked
      ) due limit ${limit}
    )`;
}

function notSuspect(table: QueueTable): Sql {
  return table === "jobs" ? sql`and unfinished_claims < ${SUSPECT}` : sql``;
}

/** `environment` holds the environments with due rows: a loose index scan, emulated by a recursive query. */
export function environmentsWithWork(table: QueueTable, busyEnvironmentIds: readonly string[]): Sql {
  const name = raw(table);
  return sql`
    with recursive at_work as (
      (select environment_id as id from ${name} where due_at is not null order by environment_id limit 1)
      union all
      select (select environment_id from ${name} where due_at is not null and environment_id > at_work.id
              order by environment_id limit 1)
      from at_work where at_work.id is not null
    ), environment as (
      select e.id, coalesce(e.clock_at, now()) as now, e.clock_at is not null as "isFrozen", e.default_zone as "defaultZone"
      from at_work join environments e on e.id = at_work.id and e.deleted_at is null and e.id <> all(${busyEnvironmentIds})
    )`;
}

/**
 * Milliseconds until the next row is due, for sleeping exactly that long. Environments with a held test clock do not
 * count, nor do suspects.
 */
export async function nextDueInMs(
  database: Queryable,
  busyEnvironmentIds: readonly string[],
): Promise<number | undefined> {
  const next = (table: QueueTable) => nextDueOf(table, busyEnvironmentIds);
  const rows = await database.query<{ ms: number | null }>(sql`
    select (extract(epoch from least((${next("jobs")}), (${next("fanouts")})) - now()) * 1000)::float8 as ms`);
  return rows[0]?.ms ?? undefined;
}

/** The first due row of each environment: the index begins with the environment. */
function nextDueOf(table: QueueTable, busyEnvironmentIds: readonly string[]): Sql {
  return sql`${environmentsWithWork(table, busyEnvironmentIds)}
    select min(first.due_at) from environment cross join lateral (
      select due_at from ${raw(table)}
      where environment_id = environment.id and due_at is not null ${notSuspect(table)}
      order by due_at limit 1) first
    where not environment."isFrozen"`;
}

/**
 * Releases all leases. Only while no worker is alive: the one instance of an embedded store calls it at its start.
 * Without this, the work of a killed process would wait for the end of its leases.
 */
export async function releaseAllLeases(database: Queryable): Promise<void> {
  await database.query(
    sql`update jobs set due_at = now(), lease = lease + 1, claimed_by = null where due_at > now() and unfinished_claims > 0`,
  );
  await database.query(
    sql`update fanouts set due_at = now(), lease = lease + 1, claimed_by = null where due_at > now() and unfinished_claims > 0`,
  );
}
