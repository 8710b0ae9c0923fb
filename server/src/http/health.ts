import { healthCheck, livez, readyz } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { onceInAWhile } from "../foundation/once-in-a-while.ts";
import { type Api, type Endpoint, endpoint } from "./endpoint.ts";

/**
 * livez: the process answers. readyz and health-check: it can also do its work. All may ask, so they share one look at
 * the database a second.
 */
export function healthEndpoints({ trouble, nowMs }: Pick<Api, "trouble" | "nowMs">): Endpoint[] {
  const shared = onceInAWhile(trouble, { everyMs: LOOK_EVERY_MS, nowMs });
  return [
    endpoint(livez, async () => ({ status: "ok" })),
    endpoint(readyz, async () => {
      await refuseDatabaseError(shared);
      return { status: "ok" };
    }),
    endpoint(healthCheck, async () => {
      await refuseDatabaseError(shared);
      return { status: "ok", info: { database: { status: "up" } } };
    }),
  ];
}

const LOOK_EVERY_MS = 1_000;

async function refuseDatabaseError(look: Api["trouble"]): Promise<void> {
  const trouble = await look();
  if (trouble) throw new AppError("unavailable", trouble);
}
