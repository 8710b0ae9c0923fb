import { LIMITS } from "@tidings/contract";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { jsonBytes } from "../foundation/json.ts";
import type { Integration } from "./integration.ts";

/** @throws AppError bad_request if the environment has reached its limit of integrations. */
export function refuseFull(others: readonly Integration[]): void {
  const max = LIMITS.integrationsCount;
  if (others.length < max) return;
  const sentence = `An environment can have at most ${max} integrations; this one has ${others.length}. Delete one first`;
  throw new AppError("bad_request", sentence);
}

/** @returns the value itself. @throws AppError invalid if its JSON exceeds the limit in bytes. */
export function limited<T>(value: T, part: "credentials" | "configurations" | "conditions"): T {
  const bytes = jsonBytes(value);
  if (bytes <= LIMITS.integrationPartBytes) return value;
  throw invalidField(
    part,
    `${part} has ${bytes} bytes of JSON; the limit is ${LIMITS.integrationPartBytes} bytes`,
  );
}
