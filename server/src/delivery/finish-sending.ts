import { durationMs } from "../foundation/duration.ts";
import { moveTo, note } from "./moves.ts";
import { type Run, type RunJob, type Surroundings, stepOf } from "./run.ts";

/** The message is out: the step is done, or waits to be sent again until the subscriber has reacted. */
export function finishSending(run: Run, job: RunJob, surroundings: Surroundings): void {
  const { repeat } = stepOf(run, job);
  const repeats = job.digest?.type === "repeat" ? Number(job.digest.repeats) : 0;
  if (!repeat || repeats >= repeat.atMost) return moveTo(job, "completed");
  const delay = durationMs(repeat.every.amount, repeat.every.unit);
  const until = new Date(surroundings.now.getTime() + delay);
  moveTo(job, "delayed", { kind: "at", at: until });
  job.digest = { type: "repeat", repeats: repeats + 1 };
  const raw = { delay, untilDate: until.toISOString(), repeat: repeats + 1, until: repeat.until };
  note(run, job, surroundings, [{ code: "step_delayed", raw }]);
}
