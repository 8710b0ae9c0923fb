import { createHash } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { canonicalJson } from "../foundation/json.ts";
import { rememberSignature } from "./receipt-signature-store.ts";
import type { Receiver } from "./verify-receipts.ts";

/**
 * Where a vendor's signature does not cover the events (`looseSignature`): refuses a verified request whose signature came with other
 * events before. The same events are accepted again, whatever the order of their fields: the vendor repeats a request that got no 200,
 * and stored events have no effect. Remembered for the environment, because integrations may share an account and its key.
 * @throws AppError unauthorized
 */
export async function refuseReused(
  database: Queryable,
  environmentId: string,
  { rules, verification }: Pick<Receiver, "rules" | "verification">,
): Promise<void> {
  if (!rules.looseSignature) return;
  const { signature, events } = rules.looseSignature(verification.request.content);
  const use = { signatureHash: sha256(signature), eventsHash: sha256(canonicalJson(events)) };
  if (await rememberSignature(database, environmentId, use)) return;
  throw new AppError("unauthorized", "The signature of the receipt came with other events before");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
