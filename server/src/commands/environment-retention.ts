import type { Database } from "../database/database.ts";
import { findRetention, saveRetention } from "../environments/retention-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { parseRetention, type Retention } from "../foundation/keeping-settings.ts";
import type { Settings } from "../foundation/settings.ts";

export const RETENTION_HELP = `\`retention\` shows or sets for how many days an environment keeps finished records. The kinds are notifications
(with their steps, details and triggers), dead_letters, and the messages of in_app, email, sms, chat and push.
0 is unlimited. Kinds that are left out follow TIDINGS_RETENTION_DAYS; \`default\` resets all. Workers delete once an hour.`;

type RetentionParts = { database: Database; settings: Settings; isJson: boolean };

/** Shows an environment's retention; sets it first when `words` are given. */
export async function environmentRetention(
  { database, settings, isJson }: RetentionParts,
  name: string,
  words: string | undefined,
): Promise<string> {
  if (words !== undefined) await saveRetention(database, name, chosen(words));
  const own = await findRetention(database, name);
  if (!own) throw new AppError("not_found", `There is no environment named "${name}"`);
  if (isJson) return JSON.stringify({ name, chosen: own, inForce: { ...settings.retention, ...own } });
  return Object.entries({ ...settings.retention, ...own })
    .map(([kind, days]) => `${kind.padEnd(14)}${daysIn(days)}${kind in own ? "" : "  (from the settings)"}`)
    .join("\n");
}

function chosen(words: string): Retention {
  if (words === "default") return {};
  try {
    return parseRetention(words);
  } catch (error) {
    throw new AppError("bad_request", `The retention ${(error as Error).message}, or default`);
  }
}

function daysIn(days: number): string {
  return days === 0 ? "unlimited" : `${days} day${days === 1 ? "" : "s"}`;
}
