import type { FastifyReply, FastifyRequest } from "fastify";
import type { Share } from "../foundation/share.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { onceClosed } from "./once-closed.ts";
import { requestFact } from "./request-fact.ts";

/** The share of each request, and how it leaves the share. */
const admitted = requestFact<{ share: Share; leave: () => void }>();

type Admission = { share: Share; isWrite: boolean };

/**
 * Admits a request in a share: until it is answered, what the request waits for and holds counts for this share. Called again when
 * more is known of the sender, it moves the request to the other share.
 * @throws AppError unavailable
 */
export function admitRequest(
  loadShedding: Pick<LoadShedding, "admit">,
  [{ raw }, reply]: readonly [FastifyRequest, FastifyReply],
  { share, isWrite }: Admission,
): void {
  const leave = loadShedding.admit(share, isWrite);
  admitted.of(raw)?.leave();
  admitted.set(raw, { share, leave });
  onceClosed(reply.raw, leave);
}

/** Undefined before the request is admitted, and for requests without a body to files and open operations. */
export function shareOf({ raw }: FastifyRequest): Share | undefined {
  return admitted.of(raw)?.share;
}
