import type { Queryable } from "../database/database.ts";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";

/**
 * Whether the active in-app integration of an environment demands hashes (its credential `hmac`); undefined if there is no
 * such integration.
 */
export async function needsHash(
  database: Queryable,
  integrations: Pick<IntegrationStore, "activeInApp">,
  environmentId: string,
): Promise<boolean | undefined> {
  const inApp = (await integrations.activeInApp(database, [environmentId])).get(environmentId);
  return inApp && demandsHash(inApp);
}

/** Those of the environments whose active in-app integration demands hashes, with one statement. */
export async function environmentsWithHash(
  database: Queryable,
  integrations: Pick<IntegrationStore, "activeInApp">,
  environmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await integrations.activeInApp(database, environmentIds);
  return new Set(
    [...found].filter(([, inApp]) => demandsHash(inApp)).map(([environmentId]) => environmentId),
  );
}

/** Whether the active in-app integration among those of an environment, which are sorted by age, demands hashes. */
export function demandsHashes(integrations: readonly Integration[]): boolean {
  const inApp = integrations.find(({ channel, isActive }) => channel === "in_app" && isActive);
  return inApp !== undefined && demandsHash(inApp);
}

const demandsHash = ({ credentials }: Integration): boolean => credentials.hmac === true;
