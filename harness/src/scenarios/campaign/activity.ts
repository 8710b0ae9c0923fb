import { setTimeout as sleep } from "node:timers/promises";
import type { TestBed } from "../../scenario.ts";

/** What a client does during the kills: rounds, one after the other. */
export type Activity = {
  name: string;
  /** From the end of a round to the begin of the next one. */
  pauseMs: number;
  /** How often it has succeeded. */
  count(): number;
  /** Before the first fault: prepares the rounds, and adds the checks for the end. @returns a round, by its number. */
  begin(testBed: TestBed): Promise<Round>;
};

export type Round = (n: number) => Promise<void>;

/** Runs the activities until `work` has ended. Each must have succeeded: otherwise the run proves nothing about it. */
export async function during(
  testBed: TestBed,
  activities: readonly Activity[],
  work: () => Promise<void>,
): Promise<void> {
  const { log, expect } = testBed;
  const rounds = await Promise.all(activities.map(({ begin }) => begin(testBed)));
  let isOver = false;
  const repeat = async ({ name, pauseMs }: Activity, round: Round | undefined): Promise<void> => {
    try {
      for (let n = 0; !isOver; n += 1) {
        await round?.(n);
        await sleep(pauseMs);
      }
    } catch (error) {
      expect(false, `${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  const running = activities.map((activity, index) => repeat(activity, rounds[index]));
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(running);
  }
  log(activities.map(({ name, count }) => `${name}: ${count()}`).join(", "));
  for (const { name, count } of activities) expect(count() > 0, `${name}: nothing has succeeded`);
}
