import type { FastifyReply, FastifyRequest } from "fastify";
import type { Share } from "../foundation/share.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { onceClosed } from "./once-closed.ts";

/** The share of each request, and how it leaves the share; an entry lives as long as its request. */
const admitted = new WeakMap<object, { share: Share; leave: () => void }>();

type Admission = { share: Share; isWrite: boolean };

/**
 * Admits a request in a share: until it is answered, what the request waits for and holds counts for this share. Called again when
 * more is known of the sender, it moves the request to the other share.
 * @throws AppError unavailable
 */
export function admitRequest(
  loadShedding: Pick<LoadShedding, "admit">,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  { share, isWrite }: Admission,
): void {
  const leave = loadShedding.admit(share, isWrite);
  admitted.get(request)?.leave();
  admitted.set(request, { share, leave });
  onceClosed(reply.raw, leave);
}

/** Undefined before the request is admitted, and for requests without a body to files and open operations. */
export function shareOf(request: object): Share | undefined {
  return admitted.get(request)?.share;
}
