import type { Time } from "../foundation/clock.ts";
import type { Queryable } from "./database.ts";
import { classifyDatabaseError, refusesWrites } from "./database-error.ts";
import { ping } from "./ping.ts";

export type WhenBackParts = {
  database: Queryable;
  time: Pick<Time, "sleep">;
  /** Ends the waiting: the work then throws the error of the outage. */
  isGivenUp: () => boolean;
};

/**
 * Shorter than the time that workers leave between the end of an outage and their next claim (`worker/heartbeat.ts`): what this
 * process holds is stored before another one claims it.
 */
const LOOK_AGAIN_MS = 200;

/** A database that answers other statements refuses this work for a reason that does not pass, such as too little memory for it. */
const MAX_REFUSALS = 50;

/**
 * Repeats the work until the database answers again, however long that takes. The work must be safe to repeat: the answer to a commit
 * may have been lost.
 * @throws what else the work throws; its last error when it is given up, or when the database answers and refuses it 50 times.
 */
export async function whenBack<T>(
  { database, time, isGivenUp }: WhenBackParts,
  work: () => Promise<T>,
): Promise<T> {
  for (let refusals = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      if (classifyDatabaseError(error) !== "unavailable" || isGivenUp()) throw error;
      if (!refusesWrites(error) && (await answers(database))) refusals += 1;
      if (refusals === MAX_REFUSALS) throw error;
    }
    await time.sleep(LOOK_AGAIN_MS);
  }
}

function answers(database: Queryable): Promise<boolean> {
  return ping(database).then(
    () => true,
    () => false,
  );
}
