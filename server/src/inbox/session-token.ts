import type { SubscriberId } from "../foundation/ids.ts";
import type { Secrets } from "../foundation/secrets.ts";

/** Whose inbox a token opens, and until when. */
export type SessionClaims = {
  environmentId: string;
  subscriberId: SubscriberId;
  /** The session ends when this API key is revoked or expires. */
  apiKeyId: string;
  /** Sorted keys `type:id`: the session shows only messages with exactly these contexts. */
  contextKeys: readonly string[];
  expiresAtMs: number;
  /** Whether a valid hash opened the session. */
  isProven: boolean;
};

/** The purpose of the signature says whether the session is proven, so that the claims are as in earlier versions. */
const PURPOSE = "inbox-session";
const UNPROVEN = "inbox-session-unproven";
const SIGNATURE_BYTES = 16;
/** Five contexts with their longest names fit. */
const MAX_TOKEN_LENGTH = 4_096;

/** The claims as JSON and a signature over them, in base64url. It is not secret what they say. */
export function sessionToken(secrets: Secrets, claims: SessionClaims): string {
  const { environmentId, subscriberId, apiKeyId, contextKeys, expiresAtMs } = claims;
  const stored: StoredClaims = [environmentId, subscriberId, apiKeyId, expiresAtMs, ...contextKeys];
  const bytes = Buffer.from(JSON.stringify(stored));
  const purpose = claims.isProven ? PURPOSE : UNPROVEN;
  return Buffer.concat([secrets.sign(purpose, bytes), bytes]).toString("base64url");
}

type StoredClaims = [
  environmentId: string,
  subscriberId: string,
  apiKeyId: string,
  expiresAtMs: number,
  ...contextKeys: string[],
];

/** Undefined for a token that this service did not make. The caller checks the time. */
export function readSessionToken(secrets: Secrets, token: string): SessionClaims | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const all = Buffer.from(token, "base64url");
  // One token has one spelling: the decoder ignores spare bits and unknown characters.
  if (all.toString("base64url") !== token || all.length <= SIGNATURE_BYTES) return undefined;
  const bytes = all.subarray(SIGNATURE_BYTES);
  const signature = all.subarray(0, SIGNATURE_BYTES);
  const isProven = secrets.isSigned(PURPOSE, bytes, signature);
  if (!isProven && !secrets.isSigned(UNPROVEN, bytes, signature)) return undefined;
  const [environmentId, subscriberId, apiKeyId, expiresAtMs, ...contextKeys] = JSON.parse(
    bytes.toString(),
  ) as StoredClaims;
  const named = { environmentId, subscriberId: subscriberId as SubscriberId, apiKeyId };
  return { ...named, contextKeys, expiresAtMs, isProven };
}
