import type { Database } from "../src/database/database.ts";
import { insertEnvironment } from "../src/environments/environment-store.ts";
import { newId } from "../src/foundation/id.ts";

const CREATED_AT = new Date("2026-08-01T12:00:00Z");

/** Stores an environment for a test of a store, and returns its id. */
export async function storeEnvironment(
  database: Database,
  id = newId(CREATED_AT.getTime()),
): Promise<string> {
  const facts = { organizationId: newId(CREATED_AT.getTime()), isTest: false, createdAt: CREATED_AT };
  await insertEnvironment(database, { id, name: id, ...facts });
  return id;
}
