import { deleteOwnContexts } from "../../contexts/own-context-store.ts";
import type { Queryable, Transactional } from "../../database/database.ts";
import { eraseResponses } from "../../idempotency/stored-response-store.ts";
import type { Outbox } from "../../outbound/outbox.ts";
import { outboxEmail } from "../../providers/in-house/outbox-email.ts";
import { stableKey } from "../send/attempt.ts";
import { withEarlierAddresses } from "./earlier-addresses.ts";
import { eraseSomeCopies } from "./erase-copies.ts";
import { eraseTriggers } from "./erase-triggers.ts";
import {
  type Erasure,
  endErasure,
  isExpanding,
  type Progress,
  STAGES,
  type Stage,
  saveAddresses,
  saveProgress,
} from "./erasure-claim-store.ts";
import {
  eraseMessages,
  eraseOfNotifications,
  eraseOthers,
  findNaming,
  hastenJobs,
  nextMessages,
  nextNotifications,
  nextOfActor,
  nextUnexpanded,
  type OwnMessage,
  type OwnNotification,
} from "./personal-data-store.ts";

export type ErasingParts = { database: Transactional; outbox: Pick<Outbox, "removeMails"> };

type ErasureWork = (parts: ErasingParts, tx: Queryable, erasure: Erasure) => Promise<Progress>;

const LIMIT = 200;
/** Delay until work in progress has ended. */
const LOOK_AGAIN_S = 1;
/** Delay until triggers from before the deletion are expanded. */
const WAIT_FOR_FANOUTS_S = 2;

const WORK: Record<Stage, ErasureWork> = {
  notifications: endRuns,
  records: eraseRecords,
  messages: eraseSomeMessages,
  triggers: eraseSomeTriggers,
  rest: eraseRest,
  copies: (_, tx, erasure) => eraseSomeCopies(tx, erasure),
};

/**
 * Runs one batch of an erasure and stores the progress with it; repeating it changes nothing. True when everything is
 * erased.
 */
export async function eraseStep(parts: ErasingParts, erasure: Erasure): Promise<boolean> {
  const { database } = parts;
  const { stage, lastId } = erasure;
  if (stage === STAGES[0] && (await isExpanding(database, erasure))) {
    await saveProgress(database, erasure, { stage, lastId, inSeconds: WAIT_FOR_FANOUTS_S });
    return false;
  }
  return database.transaction(async (tx) => {
    const progress = await WORK[stage](parts, tx, erasure);
    const next = STAGES[STAGES.indexOf(stage) + 1];
    if (progress) await saveProgress(tx, erasure, { stage, ...progress });
    else if (next) await saveProgress(tx, erasure, { stage: next, lastId: "", inSeconds: 0 });
    else await endErasure(tx, erasure);
    return !progress && !next;
  });
}

/**
 * Ends the runs, and collects the earlier addresses that they show: the next stage needs all of them, because the payload of any trigger
 * may hold any of them.
 */
async function endRuns(_: ErasingParts, tx: Queryable, erasure: Erasure): Promise<Progress> {
  const next = await nextEnded(tx, erasure);
  const addresses = await withEarlierAddresses(tx, erasure, next?.ended ?? []);
  if (addresses.length > erasure.addresses.length) await saveAddresses(tx, erasure, addresses);
  return next?.progress;
}

async function eraseRecords(_: ErasingParts, tx: Queryable, erasure: Erasure): Promise<Progress> {
  const next = await nextEnded(tx, erasure);
  if (!next) return undefined;
  const ids = next.ended.map(({ id }) => id);
  await eraseOfNotifications(tx, erasure.environmentId, ids);
  const triggerIds = next.ended.map(({ triggerId }) => triggerId);
  await eraseTriggers(tx, erasure.environmentId, triggerIds, erasure);
  return next.progress;
}

/** The next notifications, up to the first that has not ended; workers end that one and those after it first. */
async function nextEnded(
  tx: Queryable,
  erasure: Erasure,
): Promise<{ ended: OwnNotification[]; progress: Progress } | undefined> {
  const { environmentId, lastId } = erasure;
  const batch = await nextNotifications(tx, erasure, { after: lastId, limit: LIMIT });
  if (batch.length === 0) return undefined;
  const moving = batch.filter(({ isUnfinished }) => isUnfinished);
  const ended = moving[0] ? batch.slice(0, batch.indexOf(moving[0])) : batch;
  const ids = moving.map(({ id }) => id);
  if (moving.length > 0) await hastenJobs(tx, environmentId, ids);
  const inSeconds = moving.length > 0 ? LOOK_AGAIN_S : 0;
  return { ended, progress: { lastId: ended.at(-1)?.id ?? lastId, inSeconds } };
}

/** Deletes the mails of the local outbox first: without their messages they cannot be found. */
async function eraseSomeMessages(
  { outbox }: ErasingParts,
  tx: Queryable,
  erasure: Erasure,
): Promise<Progress> {
  const { environmentId, lastId } = erasure;
  const batch = await nextMessages(tx, erasure, { after: lastId, limit: LIMIT });
  const last = batch.at(-1);
  if (!last) return undefined;
  await outbox.removeMails(batch.flatMap((message) => mailsOf(environmentId, message)));
  await eraseMessages(
    tx,
    environmentId,
    batch.map(({ id }) => id),
  );
  return { lastId: last.id, inSeconds: 0 };
}

/**
 * The names of all mails that a message may have in the local outbox: through two integrations, and after each
 * resend.
 */
function mailsOf(environmentId: string, message: OwnMessage): string[] {
  const { channel, providerId, integrationId, failedOverFrom, resends } = message;
  if (channel !== "email" || (providerId !== outboxEmail.id && failedOverFrom === null)) return [];
  const integrations = [integrationId, failedOverFrom].filter((id) => id !== null);
  return Array.from({ length: resends + 1 }, (_, time) => time).flatMap((time) =>
    integrations.map((id) => stableKey(environmentId, { id: message.id, resends: time }, { id })),
  );
}

/** Triggers that were canceled or given up have recipients without a notification. */
async function eraseSomeTriggers(_: ErasingParts, tx: Queryable, erasure: Erasure): Promise<Progress> {
  const { environmentId, lastId } = erasure;
  const batch = await nextUnexpanded(tx, environmentId, { after: lastId, limit: LIMIT });
  const last = batch.at(-1);
  if (last === undefined) return undefined;
  await eraseTriggers(tx, environmentId, await findNaming(tx, erasure, batch), erasure);
  return { lastId: last, inSeconds: 0 };
}

async function eraseRest(_: ErasingParts, tx: Queryable, erasure: Erasure): Promise<Progress> {
  const { environmentId, subscriberKey, addresses, requestedAt } = erasure;
  const caused = await nextOfActor(tx, erasure, LIMIT);
  await eraseTriggers(tx, environmentId, caused, erasure);
  const isMore = (await eraseOthers(tx, erasure, LIMIT)) || caused.length > 0;
  if (isMore) return { lastId: "", inSeconds: 0 };
  await deleteOwnContexts(tx, erasure);
  await eraseResponses(tx, environmentId, { subscriberKey, addresses, until: requestedAt });
  return undefined;
}
