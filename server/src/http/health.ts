import { healthCheck, livez, readyz } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { onceInAWhile } from "../foundation/once-in-a-while.ts";
import { type Api, type Endpoint, endpoint } from "./endpoint.ts";

/**
 * livez: the process responds. readyz and health-check: it can also do its work. They need no API key, so they share one
 * database check a second.
 */
export function healthEndpoints({ trouble, time }: Pick<Api, "trouble" | "time">): Endpoint[] {
  const shared = onceInAWhile(trouble, { everyMs: CHECK_EVERY_MS, nowMs: time.monotonicMs });
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

const CHECK_EVERY_MS = 1_000;

async function refuseDatabaseError(check: Api["trouble"]): Promise<void> {
  const trouble = await check();
  if (trouble) throw new AppError("unavailable", trouble);
}
