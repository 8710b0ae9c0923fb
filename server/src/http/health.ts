import { healthCheck, livez, readyz } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { type Api, type Endpoint, endpoint } from "./endpoint.ts";

/**
 * livez: the process answers. readyz and health-check: it can also do its work. All may ask, so they share one look at
 * the database a second.
 */
export function healthEndpoints({ trouble, nowMs }: Pick<Api, "trouble" | "nowMs">): Endpoint[] {
  const shared = onceInAWhile(trouble, nowMs);
  return [
    endpoint(livez, async () => ({ status: "ok" })),
    endpoint(readyz, async () => {
      await refuseTrouble(shared);
      return { status: "ok" };
    }),
    endpoint(healthCheck, async () => {
      await refuseTrouble(shared);
      return { status: "ok", info: { database: { status: "up" } } };
    }),
  ];
}

const LOOK_EVERY_MS = 1_000;

/** All who ask within a second of a look, or while it is under way, get what it found. */
function onceInAWhile<Found>(look: () => Promise<Found>, nowMs: () => number): () => Promise<Found> {
  let last: { found: Promise<Found>; atMs: number; isUnderWay: boolean } | undefined;
  return () => {
    if (last && (last.isUnderWay || nowMs() - last.atMs < LOOK_EVERY_MS)) return last.found;
    const current = { found: look(), atMs: nowMs(), isUnderWay: true };
    last = current;
    const end = () => {
      current.isUnderWay = false;
    };
    current.found.then(end, end);
    return current.found;
  };
}

async function refuseTrouble(look: Api["trouble"]): Promise<void> {
  const trouble = await look();
  if (trouble) throw new AppError("unavailable", trouble);
}
