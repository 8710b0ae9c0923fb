import type { RateWait } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";

/** What a worker asks of the rates of one integration, for the messages of a batch. */
export type RateAsk = {
  integrationId: string;
  /** Number of messages. */
  asked: number;
  /** Milliseconds between the beginnings of two calls; null without a limit a second. */
  intervalMs: number | null;
  /** A call may be promised so many milliseconds ahead; the worker waits until its moment. */
  horizonMs: number;
  perDay: number | null;
  concurrency: number | null;
  /** Messages of this worker that have got a place and are not answered yet. */
  inside: number;
  /** Messages that may wait for one place in this worker, the one that is sent included. */
  depth: number;
  /** Milliseconds by which messages that find no room come again one after another. */
  waitMs: number;
  /** Calls of `unusedDay` that were promised and not made; they are given back. */
  unused: number;
  unusedDay: string | null;
};

/** What the worker got: the first `granted` messages may be sent. */
export type RateGrant = {
  integrationId: string;
  granted: number;
  /** Milliseconds until the first of them may begin. */
  startInMs: number;
  /** Calls that this worker may make at the same time; 0 without a limit of concurrency. */
  held: number;
  /** The day in UTC that counts these calls: `2026-01-31`. */
  day: string;
  /** The rate that keeps back the others; null if there are none. */
  reason: Extract<RateWait, "per_day" | "per_second" | "concurrency"> | null;
  /** Milliseconds until the rate has room again, for the first message that is not waiting yet. */
  waitInMs: number;
  /** Messages that wait already and come before the others, at most `MAX_QUEUE`. */
  waiting: number;
  /** The rate that messages of any worker wait for, and milliseconds until the last of them should have its turn; null without any. */
  waitsFor: RateWait | null;
  waitsForMs: number | null;
};

/** A longer queue counts as one of this length. */
export const MAX_QUEUE = 10_000;

const LEASE = raw(`extract(epoch from now()) + ${LEASE_SECONDS}`);

/**
 * Takes places for the messages of a batch, of all its integrations, in one statement. The row of an integration orders all
 * processes. Places of a worker that has crashed end with their lease; those of others are not touched.
 */
export async function takePlaces(
  database: Queryable,
  { environmentId, workerId, asks }: { environmentId: string; workerId: number; asks: readonly RateAsk[] },
): Promise<RateGrant[]> {
  const worker = String(workerId);
  return database.query<RateGrant>(sql`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(asks)}) as x("integrationId" text, asked integer,
        "intervalMs" float8, "horizonMs" float8, "perDay" integer, concurrency integer, inside integer, depth integer,
        "waitMs" float8, unused integer, "unusedDay" date)
    ), locked as (
      select asked.*, r.next_at, r.day, r.used, r.places, clock.now, date '1970-01-01' + floor(extract(epoch from clock.now) / 86400)::integer as today
      from asked join integration_rates r
        on r.environment_id = ${environmentId} and r.integration_id = asked."integrationId"
      cross join (select ${timeOf(environmentId)} as now) as clock
      order by r.integration_id for update of r
    ), counted as (
      select l.*, greatest(l.next_at, l.now) as start_at, others.places as others,
        greatest(0, case when l.day = l.today then l.used else 0 end
          - case when l."unusedDay" = l.today then l.unused else 0 end) as used_today,
        case when l.concurrency is null then 0
          else greatest(0, least(l.concurrency - others.held, greatest(own.held, l.inside + l.asked))) end as held
      from locked l cross join lateral (
        select coalesce(jsonb_object_agg(p.key, p.value), '{}') as places,
          coalesce(sum((p.value->>'held')::integer), 0)::integer as held
        from jsonb_each(l.places) p
        where p.key <> ${worker} and (p.value->>'until')::float8 > extract(epoch from now())
      ) others
      cross join lateral (
        select coalesce((l.places->(${worker}::text)->>'held')::integer, 0) as held
      ) own
    ), limited as (
      select c.*, case when c."perDay" is not null then greatest(0, c."perDay" - c.used_today) end as of_day,
        case when c."intervalMs" is not null then greatest(0, 1
          + floor((c."horizonMs" - extract(epoch from c.start_at - c.now)::float8 * 1000) / c."intervalMs"))::integer
        end as of_second,
        case when c.concurrency is not null then greatest(0, c.held * c.depth - c.inside) end as of_places
      from counted c
    ), granted as (
      select l.*, least(l.asked, l.of_day, l.of_second, l.of_places) as granted from limited l
    ), reasoned as (
      select g.*, case when g.granted = g.asked then null when g.granted = g.of_day then 'per_day'
          when g.granted = g.of_second then 'per_second' else 'concurrency' end as reason,
        case when g."intervalMs" is null then g.next_at
          else g.start_at + g.granted * make_interval(secs => g."intervalMs" / 1000) end as next_start
      from granted g
    ), queued as materialized (
      select q.*, case when q.reason = 'per_day' then to_timestamp((q.today + 1 - date '1970-01-01') * 86400::float8)
          else greatest(q.next_start, q.now) end as room_at,
        case when q.reason is null then 0 else (
          select count(*)::integer from (
            select from messages m where m.environment_id = ${environmentId} and m.integration_id = q."integrationId"
              and m.next_attempt_at > q.now
            order by m.next_attempt_at limit ${MAX_QUEUE}) waiting) end as waiting
      from reasoned q
    )
    update integration_rates r set next_at = q.next_start, day = q.today, used = q.used_today + q.granted,
      places = case when q.held > 0
        then q.others || jsonb_build_object(${worker}::text, jsonb_build_object('held', q.held, 'until', ${LEASE}))
        else q.others end,
      waits_for = coalesce(q.reason, r.waits_for),
      waits_until = case when q.reason is null then r.waits_until
        else greatest(q.now + interval '2 seconds',
          q.room_at + (q.waiting + q.asked - q.granted) * make_interval(secs => q."waitMs" / 1000)) end
    from queued q
    where r.environment_id = ${environmentId} and r.integration_id = q."integrationId"
    returning q."integrationId", q.granted, q.held, q.reason, q.waiting, q.today::text as day,
      (extract(epoch from q.start_at - q.now) * 1000)::float8 as "startInMs",
      (extract(epoch from q.room_at - q.now) * 1000)::float8 as "waitInMs", r.waits_for as "waitsFor",
      (extract(epoch from r.waits_until - q.now) * 1000)::float8 as "waitsForMs"`);
}

/** What a worker has of an integration. */
export type HeldRate = Pick<RateAsk, "integrationId" | "unused" | "unusedDay"> & { environmentId: string };

/** A worker's own rows, in all environments, as its leases. Locked in one order, to avoid deadlocks. */
const ours = (held: readonly HeldRate[]) => sql`with ours as (
  select r.environment_id, r.integration_id, x.unused, x."unusedDay"
  from json_to_recordset(${JSON.stringify(held)}) as x("environmentId" text, "integrationId" text, unused integer,
    "unusedDay" date)
  join integration_rates r on r.environment_id = x."environmentId" and r.integration_id = x."integrationId"
  order by r.environment_id, r.integration_id for update of r)`;

/** Renews the places of a worker that sends. @returns the ids of integrations whose places it still had. */
export async function renewPlaces(
  database: Queryable,
  workerId: number,
  held: readonly HeldRate[],
): Promise<string[]> {
  const worker = String(workerId);
  const kept = await database.query<{ id: string }>(sql`
    ${ours(held)}
    update integration_rates r
    set places = jsonb_set(r.places, array[${worker}::text, 'until'], to_jsonb(${LEASE}))
    from ours where r.environment_id = ours.environment_id and r.integration_id = ours.integration_id
      and (r.places->(${worker}::text)->>'until')::float8 > extract(epoch from now())
    returning r.integration_id as id`);
  return kept.map(({ id }) => id);
}

/** Gives the places of a worker back, and the calls of today that it did not make. */
export async function returnPlaces(
  database: Queryable,
  workerId: number,
  held: readonly HeldRate[],
): Promise<void> {
  await database.query(sql`
    ${ours(held)}
    update integration_rates r set places = r.places - ${String(workerId)}::text,
      used = case when r.day = ours."unusedDay" then greatest(0, r.used - ours.unused) else r.used end
    from ours where r.environment_id = ours.environment_id and r.integration_id = ours.integration_id`);
}

/** Gives the calls of today back that a worker did not make; it keeps its places. */
export async function returnCalls(database: Queryable, held: readonly HeldRate[]): Promise<void> {
  await database.query(sql`
    ${ours(held)}
    update integration_rates r set used = greatest(0, r.used - ours.unused)
    from ours where r.environment_id = ours.environment_id and r.integration_id = ours.integration_id
      and r.day = ours."unusedDay"`);
}

/** Gives all places back. Only while no worker is alive, as `releaseAllLeases`. */
export async function returnAllPlaces(database: Queryable): Promise<void> {
  await database.query(sql`update integration_rates set places = '{}' where places <> '{}'`);
}
