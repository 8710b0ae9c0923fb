import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

export type ClockState = { now: Date; isFrozen: boolean; isBusy: boolean; nextDueAt: Date | null };

/** The environment's clock and the state of its queue: busy while a job or trigger is due or held by a worker, or a snooze is over. */
export async function readClock(database: Queryable, environmentId: string): Promise<ClockState> {
  const rows = await database.query<ClockState>(sql`
    with clock as (
      select id, coalesce(clock_at, now()) as now, clock_at is not null as frozen
      from environments where id = ${environmentId}
    )
    select clock.now, clock.frozen as "isFrozen", ${isBusy("fanouts")} or ${isBusy("jobs")} or ${HAS_ENDED_SNOOZE} as "isBusy",
      least(${nextDue("fanouts")}, ${nextDue("jobs")}, ${NEXT_SNOOZE_END}) as "nextDueAt"
    from clock`);
  return rows[0] as ClockState;
}

function isBusy(table: "fanouts" | "jobs"): Sql {
  return sql`exists (select 1 from ${TABLES[table]} q where q.environment_id = clock.id and q.due_at is not null
    and (q.unfinished_claims > 0 or q.due_at <= clock.now))`;
}

function nextDue(table: "fanouts" | "jobs"): Sql {
  return sql`(select min(q.due_at) from ${TABLES[table]} q where q.environment_id = clock.id
    and q.due_at > clock.now and q.unfinished_claims = 0)`;
}

const HAS_ENDED_SNOOZE = sql`exists (select 1 from messages m where m.environment_id = clock.id
  and m.snoozed_until <= clock.now)`;
const NEXT_SNOOZE_END = sql`(select min(m.snoozed_until) from messages m where m.environment_id = clock.id
  and m.snoozed_until > clock.now)`;

const TABLES = { fanouts: sql`fanouts`, jobs: sql`jobs` } as const;

/** Freezes the clock of a test environment at this moment; a frozen clock is never moved back. */
export async function setClock(database: Queryable, environmentId: string, at: Date): Promise<void> {
  await database.query(sql`
    update environments set clock_at = greatest(clock_at, ${at}) where id = ${environmentId} and is_test`);
}

/** Sets the clock of a test environment to real time, rounded up to the millisecond. */
export async function setClockToNow(database: Queryable, environmentId: string): Promise<void> {
  await database.query(sql`
    update environments set clock_at = greatest(clock_at, date_trunc('milliseconds', now()) + interval '1 millisecond')
    where id = ${environmentId} and is_test`);
}
