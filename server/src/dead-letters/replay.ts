import { REPLAY_LIMITS } from "@tidings/contract";
import type { Queryable, Transactional } from "../database/database.ts";
import { readTime } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { insertDetails } from "../notifications/execution-detail-store.ts";
import { newDetail } from "../notifications/new-detail.ts";
import type { DeadLetterFilter } from "./dead-letter-store.ts";
import { type Candidate, countLeftOut, type LeftOut, lockCandidates } from "./replay-choice-store.ts";
import { countDiscarded, lockMessage, markReplayed, type Resending, sendAgain } from "./replay-store.ts";

export type Replaying = { database: Transactional; announceWork: () => void };

export type ReplayInput = {
  filter: DeadLetterFilter;
  /** Only report what would happen. */
  isDryRun: boolean;
  /** Include subscribers that were reached all the same. */
  includesReached: boolean;
};

export type Replay = {
  replayId: string;
  /** Dead letters that are replayed, or would be. */
  chosen: readonly Pick<Candidate, "id" | "workflowKey">[];
  /**
   * Left out: the subscriber was reached after the death, or by a step that stands in for the dead one; or message, subscriber or job do
   * not exist any more, or the job is in progress.
   */
  leftOut: readonly LeftOut[];
  /** Left out: they were discarded, and named by their ids. */
  discarded: number;
};

/** Replays dead letters: from where they failed, under the provider's old key as long as the provider may know it. */
export async function replayDeadLetters(
  { database, announceWork }: Replaying,
  environmentId: string,
  { filter, isDryRun, includesReached }: ReplayInput,
): Promise<Replay> {
  const replay = await database.transaction(async (tx) => {
    const { now } = await readTime(tx, environmentId);
    const replayId = newId(now.getTime());
    const choice = { includesReached, limit: REPLAY_LIMITS.replayed, now };
    const leftOut = await countLeftOut(tx, environmentId, filter);
    const chosen = await lockCandidates(tx, environmentId, filter, choice);
    if (!isDryRun && chosen.length > 0) {
      await revive(
        tx,
        environmentId,
        chosen.map((one) => ({ ...one, isNewKey: one.isOld })),
        { replayId, now },
      );
      await markReplayed(tx, environmentId, { ids: chosen.map(({ id }) => id), replayId, now });
    }
    const discarded = filter.ids ? await countDiscarded(tx, environmentId, filter.ids) : 0;
    const counted = includesReached ? leftOut.filter(({ reached }) => reached === null) : leftOut;
    return { replayId, chosen, leftOut: counted, discarded };
  });
  if (!isDryRun) announceWork();
  return replay;
}

/**
 * Resends one message, whatever its outcome, under a new key. @throws AppError not_found; bad_request for an in-app
 * message; conflict while it is being sent.
 */
export async function resendMessage(
  { database, announceWork }: Replaying,
  environmentId: string,
  messageId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const message = await lockMessage(tx, environmentId, messageId);
    if (!message) throw new AppError("not_found", `Message ${messageId} was not found`);
    if (message.channel === "in_app") {
      throw new AppError(
        "bad_request",
        "An in-app message is delivered when it is stored; it cannot be sent again",
      );
    }
    if (message.isInFlight || !message.isJobOver)
      throw new AppError("conflict", "The message is already being sent");
    const { now } = await readTime(tx, environmentId);
    await revive(tx, environmentId, [{ ...message, isNewKey: true }], {
      replayId: newId(now.getTime()),
      now,
    });
  });
  announceWork();
}

async function revive(
  tx: Queryable,
  environmentId: string,
  messages: readonly Resending[],
  { replayId, now }: { replayId: string; now: Date },
): Promise<void> {
  await sendAgain(tx, environmentId, messages, now);
  await insertDetails(
    tx,
    environmentId,
    messages.map((message) => {
      const raw = { replayId, messageId: message.messageId };
      return newDetail(message, { code: "message_replayed", raw, isRetry: true, now });
    }),
    now,
  );
}
