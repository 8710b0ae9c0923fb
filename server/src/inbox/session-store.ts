import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Environment } from "../environments/environment.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import type { SessionClaims } from "./session-token.ts";

const ENVIRONMENT = raw(`
  e.id, e.organization_id as "organizationId", e.name, e.is_test as "isTest", e.created_at as "createdAt",
  e.default_zone as "defaultZone"`);

/** The environment with this identifier or id. The statement is not limited to one environment. */
export async function findApplication(
  database: Queryable,
  applicationIdentifier: string,
): Promise<Environment | undefined> {
  const [found] = await database.query<Environment>(sql`
    select ${ENVIRONMENT} from environments e
    where (e.identifier = ${applicationIdentifier} or e.id = ${applicationIdentifier}) and e.deleted_at is null
    order by e.identifier = ${applicationIdentifier} desc nulls last limit 1`);
  return found;
}

export type SessionOwner = { environment: Environment; subscriberKey: SubscriberKey };
type SessionRow = Environment & { ownerId: string; subscriberKey: SubscriberKey };

/** What a session names in its environment: its API key and its subscriber. */
export const ownerIdOf = ({ apiKeyId, subscriberId }: SessionClaims): string => `${apiKeyId} ${subscriberId}`;

/**
 * The owners of sessions, by `ownerIdOf`. One is missing if its key was revoked or has expired, or the environment or the
 * subscriber was deleted. Each is looked up by ids in a subquery of its own, so that no plan reads all subscribers.
 */
export async function findSessionOwners(
  database: Queryable,
  environmentId: string,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, SessionOwner>> {
  const asked = ownerIds.map((ownerId) => {
    const [keyId, subscriberId] = ownerId.split(" ");
    return { ownerId, keyId, subscriberId };
  });
  const rows = await database.query<SessionRow>(sql`
    select asked."ownerId", its.*
    from json_to_recordset(${JSON.stringify(asked)}) as asked("ownerId" text, "keyId" text, "subscriberId" text)
    cross join lateral (
      select ${ENVIRONMENT}, s.subscriber_id as "subscriberKey"
      from environments e
      join api_keys k on k.environment_id = e.id and k.id = asked."keyId" and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
      join subscribers s on s.environment_id = e.id and s.id = asked."subscriberId"
      where e.id = ${environmentId} and e.deleted_at is null offset 0
    ) its`);
  return new Map(
    rows.map(({ ownerId, subscriberKey, ...environment }) => [ownerId, { environment, subscriberKey }]),
  );
}
