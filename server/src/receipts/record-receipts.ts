import type { Queryable, Transactional } from "../database/database.ts";
import { readTime } from "../environments/environment-store.ts";
import type { Time } from "../foundation/clock.ts";
import { insertDetailsOnce } from "../notifications/execution-detail-store.ts";
import type { Receipt } from "../providers/receipts/receipt.ts";
import { insertSuppressions } from "../suppressions/suppression-store.ts";
import { detailOf } from "./receipt-details.ts";
import { changesOf, type Matched, suppressionsOf } from "./receipt-effects.ts";
import { changeMessages, findReceiptMessages } from "./receipt-store.ts";

/** A vendor may report a message before the worker has stored the vendor's id of it. */
const NEW_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;

export type ReceiptBatch = { integrationId: string; receipts: readonly Receipt[]; now: Date; time: Time };

/**
 * Stores receipts: an execution detail for each, its effect on the message, and suppressions. A receipt that is already
 * stored has no effect; one without a message of this integration is ignored.
 * @returns the receipts whose message exists, also those that were stored before.
 */
export async function recordReceipts(
  database: Transactional,
  environmentId: string,
  batch: ReceiptBatch,
): Promise<Matched[]> {
  if (batch.receipts.length === 0) return [];
  const found = await findMatches(database, environmentId, batch);
  const known = new Set(found.map(({ receipt }) => receipt));
  const isEarly = batch.receipts.some((receipt) => !known.has(receipt) && isNew(receipt, batch.now));
  if (isEarly) await batch.time.sleep(LOOK_AGAIN_MS);
  const matches = isEarly ? await findMatches(database, environmentId, batch) : found;
  if (matches.length > 0) await database.transaction((tx) => store(tx, environmentId, matches));
  return matches;
}

function isNew({ at }: Receipt, now: Date): boolean {
  return at === undefined || now.getTime() - at.getTime() < NEW_MS;
}

async function findMatches(
  database: Queryable,
  environmentId: string,
  { integrationId, receipts }: ReceiptBatch,
): Promise<Matched[]> {
  const ids = receipts.map(({ providerMessageId }) => providerMessageId);
  const messages = await findReceiptMessages(database, environmentId, integrationId, ids);
  const byId = new Map(messages.map((message) => [message.providerMessageId, message]));
  return receipts.flatMap((receipt) => {
    const message = byId.get(receipt.providerMessageId);
    return message ? [{ receipt, message }] : [];
  });
}

async function store(tx: Queryable, environmentId: string, matches: readonly Matched[]): Promise<void> {
  const { now } = await readTime(tx, environmentId);
  const detailed = matches.map((match) => ({ match, detail: detailOf(match.receipt, match.message) }));
  const stored = await insertDetailsOnce(
    tx,
    environmentId,
    detailed.map(({ detail }) => detail),
    now,
  );
  const fresh = detailed.filter(({ detail: { id } }) => stored.delete(id)).map(({ match }) => match);
  await changeMessages(tx, environmentId, changesOf(fresh, now), now);
  await insertSuppressions(tx, environmentId, suppressionsOf(fresh, now.getTime()), now);
}
