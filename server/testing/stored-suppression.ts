import sql from "sql-template-tag";
import { newId } from "../src/foundation/id.ts";
import type { SubscriberId } from "../src/foundation/ids.ts";
import { insertSuppressions } from "../src/suppressions/suppression-store.ts";
import type { TestService } from "./test-service.ts";

type Suppressed = { address: string; subscriberId: string; explanation?: string };

/** Stores a suppression as a receipt of a hard bounce does. @returns its id. */
export async function storeSuppression(
  { database }: Pick<TestService, "database">,
  environmentId: string,
  { address, subscriberId: key, explanation = "mailbox unknown" }: Suppressed,
): Promise<string> {
  const [subscriber] = await database.query<{ id: SubscriberId }>(sql`
    select id from subscribers where environment_id = ${environmentId} and subscriber_id = ${key}`);
  if (!subscriber) throw new Error(`there is no subscriber ${key}`);
  const now = new Date();
  const id = newId(now.getTime());
  const from = {
    providerId: "sendgrid",
    integrationId: newId(now.getTime()),
    messageId: newId(now.getTime()),
  };
  const about = { channel: "email", reason: "bounced", subscriberId: subscriber.id } as const;
  await insertSuppressions(database, environmentId, [{ id, address, explanation, ...about, ...from }], now);
  return id;
}
