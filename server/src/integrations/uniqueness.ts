import { AppError } from "../foundation/app-error.ts";
import type { Integration } from "./integration.ts";

/** @throws AppError conflict if the identifier is taken; bad_request for a second in-app integration. */
export function refuseTaken(others: readonly Integration[], { identifier, channel }: Integration): void {
  if (others.some((other) => other.identifier === identifier)) {
    throw new AppError("conflict", "Integration with identifier already exists");
  }
  if (channel === "in_app" && others.some((other) => other.channel === channel)) {
    throw new AppError("bad_request", "An environment can have only one in-app integration");
  }
}
