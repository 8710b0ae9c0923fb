import type { CredentialField } from "@tidings/contract";
import { textAt } from "./json-path.ts";
import type { Credentials, IssuedToken, ProviderIO, SendOutcome } from "./provider.ts";
import { callVendor, type VendorRequest, type VendorResponse, type Verdict } from "./vendor-api.ts";

type TokenRequest = {
  fields: readonly CredentialField[];
  credentials: Credentials;
  request: VendorRequest;
};

const MAX_TOKEN = 8_192;
/** Assumed where the response does not state it (RFC 6749, section 5.1, recommends that it does). */
const DEFAULT_VALID_S = 300;

/**
 * Requests an access token by OAuth 2.0 (RFC 6749, section 5). A refusal is a config_error. No message was sent, so every other
 * failure is not_processed.
 */
export async function requestToken(
  { fields, credentials, request }: TokenRequest,
  io: ProviderIO,
): Promise<IssuedToken | SendOutcome> {
  let token: string | undefined;
  let validForS = DEFAULT_VALID_S;
  const judge = ({ status, json }: VendorResponse): Verdict | undefined => {
    if (status >= 400 && status < 500) return status === 429 ? undefined : { kind: "config_error" };
    if (status >= 300) return undefined;
    token = textAt(json, "access_token", MAX_TOKEN);
    validForS = Number(textAt(json, "expires_in") ?? DEFAULT_VALID_S);
    return { kind: "not_processed" };
  };
  const rules = { fields, idPaths: [], errorPaths: ["error_description", "error"], judge };
  const outcome = await callVendor(rules, { credentials, message: {}, request }, io);
  if (token !== undefined) return { token, validForMs: validForS * 1_000 };
  return outcome.kind === "ambiguous" ? { ...outcome, kind: "not_processed" } : outcome;
}
