import { AppError } from "../foundation/app-error.ts";
import { textOf } from "../providers/credential.ts";
import type { AnyProvider, Credentials } from "../providers/provider.ts";

type Needs = Pick<AnyProvider, "name" | "requires">;

/** The required credentials that are missing. */
export function missingCredentials(provider: Needs, credentials: Credentials): string[] {
  return provider.requires.filter((field) => textOf(credentials, field) === undefined);
}

/** @throws AppError bad_request if required credentials are missing. */
export function refuseIncomplete(provider: Needs, credentials: Credentials): void {
  const missing = missingCredentials(provider, credentials);
  if (missing.length === 0) return;
  throw new AppError(
    "bad_request",
    `The provider ${provider.name} cannot send without the credentials: ${missing.join(", ")}`,
  );
}
