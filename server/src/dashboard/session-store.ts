import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import { IDLE_HOURS, type ListedSession, type ReachedEnvironment, SESSION_DAYS } from "./session.ts";

/** A session is nothing of an environment, so the statements of this file are not limited to one. */

const COLUMNS = raw(`id, name, is_operator as "isOperator", created_at as "createdAt", seen_at as "seenAt"`);
const IDLE = raw(`interval '${IDLE_HOURS} hours'`);
const LIFE = raw(`interval '${24 * SESSION_DAYS} hours'`);
const IS_OPEN = raw(`ends_at > now() and seen_at > now() - interval '${IDLE_HOURS} hours'`);
/** Whether the session opens any environment. */
const REACHES = raw(`(is_operator or exists (
  select 1 from dashboard_session_keys s
  join api_keys k on k.key_hash = s.key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  join environments e on e.id = k.environment_id and e.deleted_at is null
  where s.session_id = dashboard_sessions.id))`);
/** `seen_at` is accurate to this. */
const SEEN_EVERY = raw("interval '1 minute'");

/**
 * The session of the first of these hashes that has one, and the hash's place, from 1 on. A session that has ended is none; nor is one whose keys have all
 * been revoked or have expired.
 */
export async function findSession(
  database: Queryable,
  hashes: readonly Buffer[],
): Promise<(ListedSession & { place: number }) | undefined> {
  const [session] = await database.query<ListedSession & { place: number }>(sql`
    select ${COLUMNS}, given.place::integer from unnest(${hexOf(hashes)}::text[]) with ordinality as given (hex, place)
    join dashboard_sessions on hash = decode(given.hex, 'hex')
    where ${IS_OPEN} and ${REACHES}
    order by given.place limit 1`);
  return session;
}

/**
 * Gives a session another token, so that the one before opens nothing any more. Its keys stay.
 * @returns false if another request has replaced its token already.
 */
export async function replaceHash(
  tx: Queryable,
  id: string,
  { before, after }: { before: readonly Buffer[]; after: Buffer },
): Promise<boolean> {
  const replaced = await tx.query(sql`
    update dashboard_sessions set hash = ${after}, seen_at = now()
    where id = ${id} and hash in (${hashesIn(before)}) returning id`);
  return replaced.length > 0;
}

/** Ends the sessions with these hashes. */
export async function endSessions(database: Queryable, hashes: readonly Buffer[]): Promise<void> {
  await database.query(sql`delete from dashboard_sessions where hash in (${hashesIn(hashes)})`);
}

const hexOf = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString("hex"));

function hashesIn(hashes: readonly Buffer[]): Sql {
  return sql`select decode(hex, 'hex') from unnest(${hexOf(hashes)}::text[]) as given (hex)`;
}

/** More sessions are not remembered: those that were used last. */
const MAX_IN_USE = 10_000;

/** The hashes of open sessions, the last used first. */
export async function listOpenHashes(database: Queryable): Promise<Buffer[]> {
  const rows = await database.query<{ hash: Buffer }>(sql`
    select hash from dashboard_sessions where ${IS_OPEN} order by seen_at desc limit ${MAX_IN_USE}`);
  return rows.map(({ hash }) => hash);
}

/** Stores that the session was used. */
export async function noteSeen(database: Queryable, id: string): Promise<void> {
  await database.query(sql`
    update dashboard_sessions set seen_at = now() where id = ${id} and seen_at < now() - ${SEEN_EVERY}`);
}

/** The environments that the keys of a session open; a revoked or expired key opens none. */
export function listReached(database: Queryable, sessionId: string): Promise<ReachedEnvironment[]> {
  return database.query<ReachedEnvironment>(sql`
    select distinct on (e.id) e.id, e.organization_id as "organizationId", e.name, e.is_test as "isTest",
      e.created_at as "createdAt", e.identifier, e.color, e.is_protected as "isProtected",
      e.default_zone as "defaultZone", k.id as "keyId", k.scopes
    from dashboard_session_keys s
    join api_keys k on k.key_hash = s.key_hash and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
    join environments e on e.id = k.environment_id and e.deleted_at is null
    where s.session_id = ${sessionId}
    order by e.id, 'manage' = any(k.scopes) desc, k.id desc`);
}

export type NewSession = Pick<ListedSession, "id" | "name" | "isOperator"> & { hash: Buffer };

export async function insertSession(tx: Queryable, session: NewSession): Promise<void> {
  const { id, hash, name, isOperator } = session;
  await tx.query(sql`
    insert into dashboard_sessions (id, hash, name, is_operator, ends_at)
    values (${id}, ${hash}, ${name}, ${isOperator}, now() + ${LIFE})`);
}

export async function addKey(tx: Queryable, sessionId: string, keyHash: Buffer): Promise<void> {
  await tx.query(sql`
    insert into dashboard_session_keys (session_id, key_hash) values (${sessionId}, ${keyHash})
    on conflict do nothing`);
}

/** The open sessions, the last used first. */
export function listSessions(database: Queryable): Promise<ListedSession[]> {
  return database.query<ListedSession>(sql`
    select ${COLUMNS} from dashboard_sessions where ${IS_OPEN} order by seen_at desc, id limit 1000`);
}

/** @returns false if there is no such session. */
export async function deleteSession(database: Queryable, id: string): Promise<boolean> {
  const deleted = await database.query(sql`delete from dashboard_sessions where id = ${id} returning id`);
  return deleted.length > 0;
}

/** Ends all sessions of the dashboard. */
export async function deleteSessions(database: Queryable): Promise<void> {
  await database.query(sql`delete from dashboard_sessions`);
}

export async function insertLink(
  database: Queryable,
  link: { hash: Buffer; name: string; minutes: number },
): Promise<void> {
  await database.query(sql`
    insert into sign_in_links (hash, name, expires_at)
    values (${link.hash}, ${link.name}, now() + ${link.minutes}::integer * interval '1 minute')`);
}

export type UsedLink = { name: string; problem: "used" | "expired" | null };

/** Uses a link, which is valid once. @returns undefined if there is no such link. */
export async function useLink(tx: Queryable, hash: Buffer): Promise<UsedLink | undefined> {
  const [link] = await tx.query<UsedLink>(sql`
    with link as (
      select hash, name, case when used_at is not null then 'used' when expires_at <= now() then 'expired' end as problem
      from sign_in_links where hash = ${hash} for update
    ), used as (
      update sign_in_links set used_at = now() from link where sign_in_links.hash = link.hash and link.problem is null
    )
    select name, problem from link`);
  return link;
}

/** Ended sessions, and links that were used or expired a day ago. */
export const ENDED_SESSIONS: RetentionRule = {
  name: "ended sessions of the dashboard",
  purge: async (database, limit) => {
    const ended = await database.query(sql`
      delete from dashboard_sessions where id in (
        select id from dashboard_sessions where ends_at <= now() or seen_at <= now() - ${IDLE} limit ${limit})
      returning id`);
    await database.query(sql`
      delete from sign_in_links where hash in (
        select hash from sign_in_links where expires_at <= now() - interval '24 hours' limit ${limit})`);
    return ended.length;
  },
};
