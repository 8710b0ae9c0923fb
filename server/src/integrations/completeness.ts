import { AppError } from "../foundation/app-error.ts";
import { textOf } from "../providers/credential.ts";
import type { AnyProvider, Credentials } from "../providers/provider.ts";

type Needs = Pick<AnyProvider, "name" | "requires">;

/** Credentials the provider cannot send without and has not got. */
export function missingCredentials(provider: Needs, credentials: Credentials): string[] {
  return provider.requires.filter((field) => textOf(credentials, field) === undefined);
}

/** @throws AppError when the provider could not send with these credentials. */
export function refuseIncomplete(provider: Needs, credentials: Credentials): void {
  const missing = missingCredentials(provider, credentials);
  if (missing.length === 0) return;
  throw new AppError(
    "bad_request",
    `The provider ${provider.name} cannot send without the credentials: ${missing.join(", ")}`,
  );
}
