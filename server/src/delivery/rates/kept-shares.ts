import type { Integration } from "../../integrations/integration.ts";
import { keepsOpenMs } from "../../providers/providers.ts";
import type { Engine } from "../engine.ts";
import { createGiveBack } from "./give-back.ts";
import { createPullWaiting } from "./pull-waiting.ts";
import { renewPlaces } from "./rate-store.ts";
import { type Answer, enterShare, heldOf, LEASE_MS, newShare, type Share } from "./shares.ts";

/** The shares of a worker. Places that it does not use any more are given back a moment later. */
export type KeptShares = {
  find(integrationId: string): Share | undefined;
  /** The share of an integration, for a question (`asking`). Resolves when an earlier one is given back. */
  hold(environmentId: string, integration: Integration): Promise<Share>;
  /** Takes the places that the store has granted. */
  enter(share: Share, answer: Answer): void;
  /**
   * A message has left the share, or a question was answered: waiting messages become due if there is room for them. Gives the share
   * back soon, unless messages have its places, or a question is not answered.
   */
  release(share: Share): void;
  /** Gives back the calls of today that were promised and not made. */
  returnCalls(): Promise<void>;
  /** Renews the places, as the leases of jobs. */
  renew(): Promise<void>;
  /** Gives all shares back. */
  close(): Promise<void>;
};

type KeptParts = Pick<Engine, "database" | "workerId" | "time" | "log" | "providers" | "wakeWorker"> & {
  /** A worker that closes takes nothing more. */
  isClosing: () => boolean;
};

/** Usually the next batch needs the places again. */
const KEPT_MS = 1_000;

export function createKeptShares(parts: KeptParts): KeptShares {
  const { database, workerId, time, providers } = parts;
  const shares = new Map<string, Share>();
  const pullWaiting = createPullWaiting(parts);
  const giveBack = createGiveBack(parts, { shares, pullWaiting });

  return {
    find: (integrationId) => shares.get(integrationId),
    hold: async (environmentId, { id, providerId, rates }) => {
      await giveBack.whenDone(id);
      const share = shares.get(id) ?? newShare(environmentId, id);
      shares.set(id, share);
      share.keep?.();
      share.asking += 1;
      share.keepsOpenMs = rates?.concurrency === undefined ? 0 : keepsOpenMs(providers, providerId);
      return share;
    },
    enter: (share, answer) => {
      enterShare(share, answer);
      pullWaiting.note(share.integrationId, answer);
    },
    release: (share) => {
      share.keep?.();
      if (share.asking === 0 && !parts.isClosing()) pullWaiting.pull(share);
      if (share.inside + share.asking > 0) return;
      // An open connection takes a place at the provider, too.
      share.keep = time.after(KEPT_MS + share.keepsOpenMs, () => void giveBack.now([share]));
    },
    returnCalls: giveBack.calls,
    renew: async () => {
      const held = [...shares.values()].filter((share) => share.held > 0);
      if (held.length === 0) return;
      const validUntilMs = time.monotonicMs() + LEASE_MS;
      const kept = new Set(await renewPlaces(database, workerId, held.map(heldOf)));
      for (const share of held) if (kept.has(share.integrationId)) share.validUntilMs = validUntilMs;
    },
    close: async () => {
      await giveBack.now([...shares.values()]);
      await pullWaiting.whenDone();
    },
  };
}
