import type { Time } from "../../foundation/clock.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import type { Answered } from "../runs/claimed.ts";
import { advancedToNow, type DecisionContext } from "../runs/run.ts";

/** A run whose provider has answered. */
export type AnsweredRun = { environmentId: string; run: AdvancedRun; context: DecisionContext };

export type AnswersParts = {
  time: Time;
  /** Stores answers of one environment; must not reject. */
  store: (answers: Answered) => Promise<void>;
};

/** Answers wait this long to share a commit: too short to be noticed. */
const GATHER_MS = 5;
/** More commits of one environment would only wait for a connection. While the database does not answer, the rest gathers. */
const MAX_STORING = 8;

type Queue = { answers: AnsweredRun[]; isGathering: boolean; storing: number };

/** Gathers what providers answer at about the same time, so that it is stored together. */
export function createAnswers({ time, store }: AnswersParts): { add(answer: AnsweredRun): void } {
  const queues = new Map<string, Queue>();

  const storeGathered = async (environmentId: string, queue: Queue): Promise<void> => {
    const { answers } = queue;
    queue.answers = [];
    queue.isGathering = false;
    queue.storing += 1;
    await store(together(environmentId, answers, time));
    queue.storing -= 1;
    goOn(environmentId, queue);
  };

  const goOn = (environmentId: string, queue: Queue): void => {
    if (queue.answers.length === 0) {
      if (queue.storing === 0) queues.delete(environmentId);
    } else if (!queue.isGathering && queue.storing < MAX_STORING) {
      queue.isGathering = true;
      time.after(GATHER_MS, () => void storeGathered(environmentId, queue));
    }
  };

  return {
    add: (answer) => {
      const { environmentId } = answer;
      const queue = queues.get(environmentId) ?? { answers: [], isGathering: false, storing: 0 };
      queues.set(environmentId, queue);
      queue.answers.push(answer);
      goOn(environmentId, queue);
    },
  };
}

/** The time of answers is that at which they begin to be stored, not that at which the messages were composed. */
function together(environmentId: string, answers: readonly AnsweredRun[], time: Time): Answered {
  const { context } = answers[0] as AnsweredRun;
  return { environmentId, runs: answers.map(({ run }) => run), context: advancedToNow(context, time) };
}
