import type { Queryable } from "../database/database.ts";
import { findKeyName } from "./api-key-store.ts";
import type { Environment } from "./environment.ts";

/** What names the caller of an operation. */
type Caller = { environment: Pick<Environment, "id">; keyId: string; sessionName: string | undefined };

/** The name of a caller, for records of who did something: of a session of the dashboard, or of an API key. */
export async function callerName(
  database: Queryable,
  { environment, keyId, sessionName }: Caller,
): Promise<string> {
  if (sessionName !== undefined) return sessionName;
  const key = await findKeyName(database, environment.id, keyId);
  return `API key ${key?.name ?? key?.hint ?? keyId}`;
}
