import { accountOf } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { missingCredential, reachOf, textOf } from "../credential.ts";
import { requestToken } from "../oauth-token.ts";
import { withoutBody } from "../passthrough.ts";
import type {
  Credentials,
  IssuedToken,
  Provider,
  ProviderIO,
  PushMessage,
  SendOutcome,
} from "../provider.ts";
import { tokenName } from "../token-cache.ts";
import { callVendor, type VendorResponse } from "../vendor-api.ts";
import { type TokenUse, withToken } from "../with-token.ts";
import { fcmVerdict, isTokenRefusal } from "./fcm-errors.ts";
import { fcmBody, fcmSizeFault } from "./fcm-message.ts";
import { sendToTokens } from "./send-to-tokens.ts";
import { GOOGLE_TOKEN_URL, type ServiceAccount, serviceAccountOf, tokenForm } from "./service-account.ts";

const FIELDS = [
  {
    name: "serviceAccount",
    label: "Service account key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The content of the JSON file; Project settings, Service accounts, Generate new private key in Firebase.",
  },
  BASE_URL,
] as const;

type Fcm = { account: ServiceAccount; sendUrl: string; tokenUrl: string };

/**
 * FCM HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send. One call for each device; one access
 * token for all calls of a service account.
 */
export const fcm: Provider<"push"> = {
  id: "fcm",
  channel: "push",
  displayName: "Firebase Cloud Messaging",
  docsUrl: "https://firebase.google.com/docs/cloud-messaging/send/v1-api",
  fields: FIELDS,
  reaches: (credentials) => reachOf(credentials, "baseUrl"),
  async send(message, credentials, io) {
    const found = fcmOf(credentials);
    if ("kind" in found) return found;
    const fault = fcmSizeFault(fcmBody(message, ""));
    if (fault) return fault;
    const source = { name: tokenName("fcm", credentials), issue: () => issueToken(found, credentials, io) };
    const sendTo = ([token = ""]: string[]) =>
      withToken(io, source, (access) => sendOnce({ ...found, access, token }, { message, credentials }, io));
    return sendToTokens(message.tokens, { tokensPerCall: 1, isToken: undefined, send: sendTo });
  },
  /** Google issues an access token to a valid service account. */
  async check(credentials, io) {
    const found = fcmOf(credentials);
    if ("kind" in found) return found;
    const issued = await issueToken(found, credentials, io);
    return "token" in issued ? { kind: "accepted" } : issued;
  },
};

function fcmOf(credentials: Credentials): Fcm | SendOutcome {
  const { url } = accountOf(credentials);
  const text = textOf(credentials, "serviceAccount");
  const tokenUrl = url(new URL(GOOGLE_TOKEN_URL).origin, "/token");
  if (text === undefined) return missingCredential("serviceAccount");
  const account = serviceAccountOf(text);
  if (!account) {
    const reason = "The integration's serviceAccount is not the JSON of a service account key.";
    return { kind: "config_error", reason };
  }
  const path = `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  return { account, tokenUrl, sendUrl: url("https://fcm.googleapis.com", path) };
}

async function issueToken(
  { account, tokenUrl }: Fcm,
  credentials: Credentials,
  io: ProviderIO,
): Promise<IssuedToken | SendOutcome> {
  const form = tokenForm(account, io.now());
  if (!form) {
    return {
      kind: "config_error",
      reason: "The private_key in the integration's serviceAccount is not valid.",
    };
  }
  const request = { url: tokenUrl, form, secrets: [form.assertion, account.privateKey] };
  return requestToken({ fields: FIELDS, credentials, request }, io);
}

type Call = Fcm & { access: string; token: string };
type Sending = { message: PushMessage; credentials: Credentials };

async function sendOnce(
  { account, sendUrl, access, token }: Call,
  { message, credentials }: Sending,
  io: ProviderIO,
): Promise<TokenUse> {
  let isTokenRefused = false;
  const judge = (response: VendorResponse) => {
    isTokenRefused = isTokenRefusal(response);
    return fcmVerdict(response, token);
  };
  const rules = { fields: FIELDS, idPaths: ["name"], errorPaths: ["error.message"], judge };
  const request = {
    url: sendUrl,
    headers: { authorization: `Bearer ${access}` },
    json: fcmBody(message, token),
    secrets: [access, token, account.privateKey],
  };
  const outcome = await callVendor(rules, { credentials, message: withoutBody(message), request }, io);
  return { outcome, isTokenRefused };
}
