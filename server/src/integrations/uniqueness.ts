import { AppError } from "../foundation/app-error.ts";
import type { Integration } from "./integration.ts";

/** @throws AppError when the others leave no room for it: its identifier is taken, or the inbox is there already. */
export function refuseTaken(others: readonly Integration[], { identifier, channel }: Integration): void {
  if (others.some((other) => other.identifier === identifier)) {
    throw new AppError("conflict", "Integration with identifier already exists");
  }
  if (channel === "in_app" && others.some((other) => other.channel === channel)) {
    throw new AppError("bad_request", "An environment can have only one in-app integration");
  }
}
