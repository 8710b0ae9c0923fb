import type { IssuedToken, ProviderIO, SendOutcome } from "./provider.ts";

type TokenSource = { name: string; issue: () => Promise<IssuedToken | SendOutcome> };

/** The outcome of one call with a token, and whether the vendor refused the token itself. */
export type TokenUse = { outcome: SendOutcome; isTokenRefused: boolean };

/**
 * Calls a vendor with the cached token. If the vendor refuses the token, for example because it was revoked, the call is
 * repeated once with a new one.
 */
export async function withToken(
  { tokens }: ProviderIO,
  { name, issue }: TokenSource,
  use: (token: string) => Promise<TokenUse>,
): Promise<SendOutcome> {
  const token = await tokens.get(name, issue);
  if (typeof token !== "string") return token;
  const { outcome, isTokenRefused } = await use(token);
  if (!isTokenRefused) return outcome;
  tokens.forget(name, token);
  const renewed = await tokens.get(name, issue);
  return typeof renewed === "string" ? (await use(renewed)).outcome : renewed;
}
