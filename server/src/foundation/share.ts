import { Counts } from "./counts.ts";

declare const kind: unique symbol;

/**
 * To which environment or client work belongs. Every waiting statement, body, request and stream belongs to one share, and a refusal
 * for load looks only at the numbers of the share that it refuses. Therefore no number of all shares together exists to compare
 * with (`ShareCounts`, `FairTurns.waitingOf`), and `architecture.test.ts` lists the places that refuse, with the share of each.
 */
export type Share = string & { readonly [kind]: ShareKind };

/**
 * `environment`: calls with its keys or sessions. `known`: checks of keys and sessions that were valid before, which never wait behind
 * calls. `stranger`: the address (IPv6: the /64) of a client whose key or session is not checked yet. `receipts`: those of an
 * integration that exists. `process`: work of the process for all, one statement at a time; no request is refused because of it.
 */
export type ShareKind = "environment" | "known" | "stranger" | "receipts" | "process";

/** A request uses its share several times. The same string each time needs to be joined and hashed only once. */
const ofEnvironments = new Map<string, Share>();
const MAX_REMEMBERED = 10_000;

/** The shares by name; only here is a text made a share. */
export const SHARE = {
  environment: (environmentId: string) => {
    const known = ofEnvironments.get(environmentId);
    if (known) return known;
    if (ofEnvironments.size === MAX_REMEMBERED) ofEnvironments.clear();
    const share = shareOf("environment", environmentId);
    ofEnvironments.set(environmentId, share);
    return share;
  },
  /** Of an environment's keys and inbox sessions, or of one session of the dashboard. */
  known: (whose: string) => shareOf("known", whose),
  /** `address` as `http/client-address.ts` names it. */
  stranger: (address: string) => shareOf("stranger", address),
  receipts: (environmentId: string, integrationId: string) =>
    shareOf("receipts", `${environmentId} ${integrationId}`),
  process: (work: string) => shareOf("process", work),
} as const;

function shareOf(of: ShareKind, name: string): Share {
  return `${of} ${name}` as Share;
}

export function kindOf(share: Share): ShareKind {
  return share.slice(0, share.indexOf(" ")) as ShareKind;
}

/** A number for each share. It has no sum and no list: only the number of a share that is named can be read. */
export class ShareCounts {
  readonly #counts = new Counts();

  of(share: Share): number {
    return this.#counts.of(share);
  }

  add(share: Share, change: number): void {
    this.#counts.add(share, change);
  }

  /** Counts one until the returned function is called; further calls of it have no effect. */
  hold(share: Share): () => void {
    this.#counts.add(share, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#counts.add(share, -1);
      isHeld = false;
    };
  }
}
