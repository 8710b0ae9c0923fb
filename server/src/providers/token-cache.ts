import { createHash } from "node:crypto";
import type { Credentials, IssuedToken, SendOutcome, TokenCache } from "./provider.ts";

/** A token is renewed in the last tenth of its validity, at most a minute before its end. */
const RENEW_SHARE = 0.1;
const MAX_RENEW_MS = 60_000;
const MAX_TOKENS = 10_000;

type Cached = { token: string; usableUntilMs: number };

export function createTokenCache(nowMs: () => number): TokenCache {
  const tokens = new Map<string, Cached>();
  const issuing = new Map<string, Promise<string | SendOutcome>>();

  const renew = async (name: string, issue: () => Promise<IssuedToken | SendOutcome>) => {
    const issued = await issue();
    if ("kind" in issued) return issued;
    const { token, validForMs } = issued;
    const oldest = tokens.keys().next().value;
    if (oldest !== undefined && tokens.size >= MAX_TOKENS) tokens.delete(oldest);
    const early = Math.min(validForMs * RENEW_SHARE, MAX_RENEW_MS);
    tokens.set(name, { token, usableUntilMs: nowMs() + validForMs - early });
    return token;
  };

  return {
    async get(name, issue) {
      const cached = tokens.get(name);
      if (cached && cached.usableUntilMs > nowMs()) return cached.token;
      tokens.delete(name);
      const underway = issuing.get(name) ?? renew(name, issue).finally(() => issuing.delete(name));
      issuing.set(name, underway);
      return underway;
    },
    forget(name, token) {
      if (tokens.get(name)?.token === token) tokens.delete(name);
    },
  };
}

/** The cache's name for the token of these credentials: equal credentials share it, others never do. */
export function tokenName(providerId: string, credentials: Credentials): string {
  const sorted = Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${providerId}|${createHash("sha256").update(JSON.stringify(sorted)).digest("base64")}`;
}
