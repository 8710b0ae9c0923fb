import { AppError } from "../foundation/app-error.ts";
import { textOf } from "../providers/credential.ts";
import type { AnyProvider, Credentials } from "../providers/provider.ts";

type Needs = Pick<AnyProvider, "displayName" | "fields">;

/** The required credentials that are missing. */
export function missingCredentials(provider: Needs, credentials: Credentials): string[] {
  const required = provider.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return required.filter((name) => textOf(credentials, name) === undefined);
}

/** @throws AppError bad_request if required credentials are missing. */
export function refuseIncomplete(provider: Needs, credentials: Credentials): void {
  const missing = missingCredentials(provider, credentials);
  if (missing.length === 0) return;
  throw new AppError(
    "bad_request",
    `The provider ${provider.displayName} cannot send without the credentials: ${missing.join(", ")}`,
  );
}
