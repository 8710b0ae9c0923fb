import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Environment } from "../environments/environment.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import type { SessionClaims } from "./session-token.ts";

const ENVIRONMENT = raw(`
  e.id, e.organization_id as "organizationId", e.name, e.is_test as "isTest", e.created_at as "createdAt"`);

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

type SessionRow = Environment & { subscriberKey: SubscriberKey };

/** Undefined if the key was revoked or has expired, or the environment or the subscriber was deleted. */
export async function findSessionOwner(
  database: Queryable,
  { environmentId, subscriberId, apiKeyId }: SessionClaims,
): Promise<{ environment: Environment; subscriberKey: SubscriberKey } | undefined> {
  const [row] = await database.query<SessionRow>(sql`
    select ${ENVIRONMENT}, s.subscriber_id as "subscriberKey"
    from environments e
    join api_keys k on k.environment_id = e.id and k.id = ${apiKeyId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
    join subscribers s on s.environment_id = e.id and s.id = ${subscriberId}
    where e.id = ${environmentId} and e.deleted_at is null`);
  if (!row) return undefined;
  const { subscriberKey, ...environment } = row;
  return { environment, subscriberKey };
}
