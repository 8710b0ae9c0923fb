import type { Integration } from "../../integrations/integration.ts";
import type { Engine } from "../engine.ts";
import { type AwaitingRun, advancedToNow, type DecisionContext } from "../runs/run.ts";
import { type Admission, type Admissions, decideAdmissions, type Ticket } from "./decide.ts";
import { createKeptShares, type KeptShares } from "./kept-shares.ts";
import { takePlaces } from "./rate-store.ts";
import { askFor, leaveShare } from "./shares.ts";
import { type Asker, sortMessages } from "./sort-messages.ts";

/**
 * The rates of integrations, as a worker uses them: it takes places for the messages of a batch with one statement, keeps places for
 * concurrent calls as long as it sends, and gives them back. Without rates nothing is read or written.
 */
export type Rates = {
  /** Which messages of a batch may be sent, and when; asked before they take other places. */
  admit(environmentId: string, runs: readonly AwaitingRun[], context: DecisionContext): Promise<Admissions>;
  /** Calls that this worker may make through the integration at the same time; undefined without a limit. */
  placesOf(integration: Integration, context: DecisionContext): number | undefined;
  /** Whether the places are still this worker's: a process that stood still for longer than a lease has lost them. */
  areValid(tickets: readonly Ticket[]): boolean;
  /** The messages were answered, or were not sent after all. */
  leave(tickets: readonly Ticket[]): void;
  /** Gives back the calls of today that were promised and not made. */
  returnCalls(): Promise<void>;
  /** Renews the places, as the leases of jobs. */
  renew(): Promise<void>;
  /** Gives all places back. */
  close(): Promise<void>;
};

const NONE: Admissions = new Map();

type Parts = Pick<
  Engine,
  "database" | "workerId" | "time" | "log" | "providers" | "pauses" | "wakeWorker"
> & { isClosing: () => boolean };

export function createRates(parts: Parts): Rates {
  const { time, pauses } = parts;
  const shares = createKeptShares(parts);
  return {
    admit: async (environmentId, runs, context) => {
      const { paused, askers } = sortMessages(runs, advancedToNow(context, time), pauses);
      if (paused.length + askers.length === 0) return NONE;
      const taken = askers.length > 0 ? await take({ parts, shares, environmentId, context }, askers) : [];
      return new Map([...paused, ...taken]);
    },
    placesOf: ({ id, rates }, { isFrozen }) =>
      isFrozen || rates?.concurrency === undefined ? undefined : Math.max(1, shares.find(id)?.held ?? 1),
    areValid: (tickets) =>
      tickets.every(({ integrationId }) => {
        const share = shares.find(integrationId);
        return !share || share.held === 0 || time.monotonicMs() < share.validUntilMs;
      }),
    leave: (tickets) => {
      for (const ticket of tickets) {
        const share = shares.find(ticket.integrationId);
        if (!share) continue;
        leaveShare(share, ticket);
        shares.release(share);
      }
    },
    returnCalls: shares.returnCalls,
    renew: shares.renew,
    close: shares.close,
  };
}

type Taking = { parts: Parts; shares: KeptShares; environmentId: string; context: DecisionContext };

/** Takes places for all messages of a batch, with one statement. */
async function take(
  { parts, shares, environmentId, context }: Taking,
  askers: readonly Asker[],
): Promise<[messageId: string, Admission][]> {
  const { database, workerId, time } = parts;
  const asking = await Promise.all(
    askers.map(async ({ integration, messageIds }) => {
      const share = await shares.hold(environmentId, integration);
      const asked = { rates: integration.rates ?? {}, asked: messageIds.length, isFrozen: context.isFrozen };
      return { share, ask: askFor(share, asked), messageIds };
    }),
  );
  const askedAtMs = time.monotonicMs();
  try {
    const asks = asking.map(({ ask }) => ask);
    const grants = await takePlaces(database, { environmentId, workerId, asks });
    const { now } = advancedToNow(context, time);
    return asking.flatMap(({ share, ask, messageIds }) => {
      const grant = grants.find(({ integrationId }) => integrationId === share.integrationId);
      // Rates are stored with a row; without one, messages need no places.
      if (!grant) return [];
      shares.enter(share, { ask, grant, askedAtMs });
      return decideAdmissions(messageIds, { ask, grant, now });
    });
  } finally {
    for (const { share } of asking) {
      share.asking -= 1;
      shares.release(share);
    }
  }
}
