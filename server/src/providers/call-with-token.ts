import { missingCredential } from "./credential.ts";
import type { Credentials, IssuedToken, Passthrough, ProviderIO, SendOutcome } from "./provider.ts";
import {
  callVendor,
  missingField,
  type VendorRequest,
  type VendorResponse,
  type VendorRules,
} from "./vendor-api.ts";
import { withToken } from "./with-token.ts";

type Issue = () => Promise<IssuedToken | SendOutcome>;

type Sending = {
  credentials: Credentials;
  message: { passthrough?: Passthrough };
  request: VendorRequest;
  source: { name: string; issue: Issue };
};

/** As `callVendor`, with an access token as `Authorization: Bearer`. A 401 means that the token is refused. */
export function callWithToken(
  rules: VendorRules,
  { source, request, ...sending }: Sending,
  io: ProviderIO,
): Promise<SendOutcome> {
  return withToken(io, source, async (token) => {
    let isTokenRefused = false;
    const judge = (response: VendorResponse) => {
      isTokenRefused = response.status === 401;
      return rules.judge?.(response);
    };
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const secrets = [...(request.secrets ?? []), token];
    const authorized = { ...sending, request: { ...request, headers, secrets } };
    return { outcome: await callVendor({ ...rules, judge }, authorized, io), isTokenRefused };
  });
}

/** A check by requesting a token: the vendor gives one only for right credentials. */
export async function checkByToken(
  { fields }: VendorRules,
  credentials: Credentials,
  issue: Issue,
): Promise<SendOutcome> {
  const missing = missingField(fields, credentials);
  if (missing) return missingCredential(missing);
  const issued = await issue();
  return "token" in issued ? { kind: "accepted" } : issued;
}
