import { parseResponse, textAt } from "../json-path.ts";
import { epochSeconds, privateKeyOf, signedJwt } from "../jwt.ts";

/** The key of a Google service account. */
export type ServiceAccount = { projectId: string; email: string; privateKey: string };

/** Reads the JSON file of a service account's key; undefined for any other text. */
export function serviceAccountOf(text: string): ServiceAccount | undefined {
  const json = parseResponse(text);
  const projectId = textAt(json, "project_id");
  const email = textAt(json, "client_email");
  const privateKey = textAt(json, "private_key", 16_384);
  return projectId && email && privateKey ? { projectId, email, privateKey } : undefined;
}

/** The address that a signed request for a token names, and to which it goes. */
export const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
const MESSAGING = "https://www.googleapis.com/auth/firebase.messaging";

/**
 * The form that asks Google for an access token; undefined if the private key is not valid.
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export function tokenForm({ email, privateKey }: ServiceAccount, now: Date) {
  const key = privateKeyOf(privateKey, "RS256");
  if (!key) return undefined;
  const iat = epochSeconds(now);
  const claims = { iss: email, scope: MESSAGING, aud: GOOGLE_TOKEN_URL, iat, exp: iat + 3_600 };
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: signedJwt({ algorithm: "RS256", key, claims }),
  };
}
