import { LIMITS } from "@tidings/contract";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { jsonBytes } from "../foundation/json.ts";
import type { Integration } from "./integration.ts";

/** @throws AppError when the environment has as many integrations as it may. */
export function refuseFull(others: readonly Integration[]): void {
  const most = LIMITS.integrationsCount;
  if (others.length < most) return;
  const sentence = `An environment can have at most ${most} integrations; this one has ${others.length}. Delete one first`;
  throw new AppError("bad_request", sentence);
}

/** The value itself. @throws AppError when it is longer than a part of an integration may be. */
export function limited<T>(value: T, part: "credentials" | "configurations" | "conditions"): T {
  const bytes = jsonBytes(value);
  if (bytes <= LIMITS.integrationPartBytes) return value;
  throw invalidField(
    part,
    `${part} has ${bytes} bytes of JSON; the limit is ${LIMITS.integrationPartBytes} bytes`,
  );
}
