import { logFailure } from "../../database/outage.ts";
import type { Integration } from "../../integrations/integration.ts";
import { keepsOpenMs } from "../../providers/providers.ts";
import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { renewPlaces, returnPlaces } from "./rate-store.ts";
import { heldOf, newShare, type Share } from "./shares.ts";

/** The shares of a worker. Places that it does not use any more are given back a moment later. */
export type KeptShares = {
  find(integrationId: string): Share | undefined;
  /** The share of an integration, for a question (`asking`). Resolves when an earlier one is given back. */
  hold(environmentId: string, integration: Integration): Promise<Share>;
  /** Gives the share back soon, unless messages have its places, or a question is not answered. */
  release(share: Share): void;
  /** Renews the places, as the leases of jobs. */
  renew(): Promise<void>;
  /** Gives all shares back. */
  close(): Promise<void>;
};

type KeptParts = Pick<Engine, "database" | "workerId" | "time" | "log" | "providers">;

/** Usually the next batch needs the places again. */
const KEPT_MS = 1_000;
export const LEASE_MS = LEASE_SECONDS * 1_000;

export function createKeptShares(parts: KeptParts): KeptShares {
  const { database, workerId, time, providers } = parts;
  const shares = new Map<string, Share>();
  const giveBack = createGiveBack(parts, shares);

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
    release: (share) => {
      share.keep?.();
      if (share.inside + share.asking > 0) return;
      // An open connection takes a place at the provider, too.
      share.keep = time.after(KEPT_MS + share.keepsOpenMs, () => void giveBack.now([share]));
    },
    renew: async () => {
      const held = [...shares.values()].filter((share) => share.held > 0);
      if (held.length === 0) return;
      const validUntilMs = time.monotonicMs() + LEASE_MS;
      const kept = new Set(await renewPlaces(database, workerId, held.map(heldOf)));
      for (const share of held) if (kept.has(share.integrationId)) share.validUntilMs = validUntilMs;
    },
    close: () => giveBack.now([...shares.values()]),
  };
}

/** Places are not taken while they are given back: otherwise the later statement could be the one that returns them. */
function createGiveBack({ database, workerId, log }: KeptParts, shares: Map<string, Share>) {
  const returning = new Map<string, Promise<void>>();
  return {
    now: async (given: readonly Share[]): Promise<void> => {
      for (const { integrationId, keep } of given) {
        keep?.();
        shares.delete(integrationId);
      }
      const held = given.filter((share) => share.held > 0 || share.unused > 0).map(heldOf);
      if (held.length === 0) return;
      const returned = returnPlaces(database, workerId, held).catch((error) =>
        logFailure(log, error, "places of integrations were not given back; they end with their lease"),
      );
      for (const { integrationId } of held) returning.set(integrationId, returned);
      await returned;
      for (const { integrationId } of held)
        if (returning.get(integrationId) === returned) returning.delete(integrationId);
    },
    whenDone: async (integrationId: string): Promise<void> => returning.get(integrationId),
  };
}
