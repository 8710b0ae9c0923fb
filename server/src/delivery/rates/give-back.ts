import { logFailure } from "../../database/outage.ts";
import type { Engine } from "../engine.ts";
import type { PullWaiting } from "./pull-waiting.ts";
import { returnCalls, returnPlaces } from "./rate-store.ts";
import { heldOf, type Share } from "./shares.ts";

/** Gives places of a worker back. They are not taken meanwhile: otherwise the later statement could be the one that returns them. */
export type GiveBack = {
  /** Ends these shares. Then messages of any worker become due for their places. */
  now(given: readonly Share[]): Promise<void>;
  /** Gives back the calls of today that were promised and not made; the shares stay. */
  calls(): Promise<void>;
  /** Resolves when the share of this integration is given back. */
  whenDone(integrationId: string): Promise<void>;
};

type GivingParts = Pick<Engine, "database" | "workerId" | "log">;
type Kept = { shares: Map<string, Share>; pullWaiting: PullWaiting };

export function createGiveBack(
  { database, workerId, log }: GivingParts,
  { shares, pullWaiting }: Kept,
): GiveBack {
  const returning = new Map<string, Promise<void>>();

  const giveBack = async (given: readonly Share[]): Promise<void> => {
    const held = given.filter((share) => share.held > 0 || share.unused > 0).map(heldOf);
    if (held.length === 0) return;
    const returned = returnPlaces(database, workerId, held).catch((error) =>
      logFailure(log, error, "places of integrations were not given back; they end with their lease"),
    );
    for (const { integrationId } of held) returning.set(integrationId, returned);
    await returned;
    for (const { integrationId } of held)
      if (returning.get(integrationId) === returned) returning.delete(integrationId);
  };

  return {
    now: async (given) => {
      for (const { integrationId, keep } of given) {
        keep?.();
        shares.delete(integrationId);
      }
      await giveBack(given);
      for (const share of given) pullWaiting.pull(share);
    },
    calls: async () => {
      const unused = [...shares.values()].filter((share) => share.unused > 0);
      if (unused.length === 0) return;
      const returned = unused.map(heldOf);
      for (const share of unused) share.unused = 0;
      await returnCalls(database, returned);
    },
    whenDone: async (integrationId) => returning.get(integrationId),
  };
}
