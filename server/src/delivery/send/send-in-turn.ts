import type { Engine } from "../engine.ts";
import { areWaiting, type Ticket, ticketsOf } from "../rates/decide.ts";
import type { Rates } from "../rates/rates.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { advancedToNow } from "../runs/run.ts";
import { withoutAttempt } from "./apply-outcomes.ts";
import type { CallQueues } from "./call-queues.ts";
import { queuesOf } from "./places.ts";
import { type OutgoingRun, send } from "./send.ts";

type Turns = { callQueues: CallQueues; rates: Pick<Rates, "placesOf" | "areValid" | "leave"> };

/**
 * Sends a run when its turn has come: not before the moments of its places, and when there is a connection. Messages that wait for a
 * rate are put off at once. Its places are given back after the answer.
 */
export function createSendInTurn(engine: Engine, { callQueues, rates }: Turns) {
  const { time, providers } = engine;

  /** Runs return to the queue if the dispatcher closes before their turn, or if their places were lost. */
  const sendInQueue = async (outgoing: OutgoingRun, tickets: readonly Ticket[]): Promise<AdvancedRun> => {
    const { run, context } = outgoing;
    const queues = queuesOf(run, context, {
      providers,
      placesOf: (one) => rates.placesOf(one, context),
    });
    const putBack = () => withoutAttempt(run, advancedToNow(context, time).now);
    if (!(await callQueues.enter(queues))) return putBack();
    try {
      return rates.areValid(tickets) ? await send(engine, outgoing) : putBack();
    } finally {
      callQueues.leave(queues);
    }
  };

  return async (outgoing: OutgoingRun): Promise<AdvancedRun> => {
    const tickets = ticketsOf(outgoing.run, outgoing.admissions);
    try {
      if (areWaiting(outgoing.run, outgoing.admissions)) return await send(engine, outgoing);
      const delayMs = Math.max(0, ...tickets.map((ticket) => ticket.delayMs));
      if (delayMs > 0) await time.sleep(delayMs);
      return await sendInQueue(outgoing, tickets);
    } finally {
      rates.leave(tickets);
    }
  };
}
