import { databaseTrouble } from "../database/database-error.ts";
import { disownJobs, type Held } from "./claim-store.ts";
import type { Engine } from "./engine.ts";

/**
 * What a living worker could not bring to an outcome is taken up again when its leases end. A trouble of the database
 * passes; anything else may come with every worker, and counts as the death of one.
 */
export async function disownUnlessPassing(
  { database, log }: Pick<Engine, "database" | "log">,
  held: readonly Held[],
  error: unknown,
): Promise<void> {
  const trouble = databaseTrouble(error);
  if (trouble === "unavailable" || trouble === "retry" || held.length === 0) return;
  await disownJobs(database, held).catch((err) => log.warn({ err }, "jobs that failed were not disowned"));
}
