import { accountOf } from "../account.ts";
import { flagOf, missingCredential, reachOf, textOf } from "../credential.ts";
import { epochSeconds, privateKeyOf, signedJwt } from "../jwt.ts";
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
import { callVendor, missingField, type VendorResponse } from "../vendor-api.ts";
import { type TokenUse, withToken } from "../with-token.ts";
import { apnsVerdict, checkVerdict, isJwtRefusal } from "./apns-errors.ts";
import { APNS_FIELDS } from "./apns-fields.ts";
import { apnsBody, apnsHeaders, apnsSizeFault } from "./apns-message.ts";
import { sendToTokens } from "./send-to-tokens.ts";

/** Apple wants a new JWT after 20 to 60 minutes. */
const JWT_VALID_MS = 50 * 60_000;
/** Hexadecimal. Apple may change the length, today 64. */
const DEVICE_TOKEN = /^[0-9a-f]{16,512}$/i;
/** No device has it. */
const NO_DEVICE = "0".repeat(64);

/**
 * Apple Push Notification service: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns. One
 * call for each device, all over one HTTP/2 connection of the account.
 */
export const apns: Provider<"push"> = {
  id: "apns",
  channel: "push",
  displayName: "Apple Push Notification service",
  docsUrl:
    "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns",
  fields: APNS_FIELDS,
  reaches: (credentials) => reachOf(credentials, "baseUrl"),
  async send(message, credentials, io) {
    const found = apnsOf(credentials);
    if ("kind" in found) return found;
    const fault = apnsSizeFault(apnsBody(message));
    if (fault) return fault;
    const send = ([token = ""]: string[]) => sendOnce({ ...found, message, token }, apnsVerdict, io);
    return sendToTokens(message.tokens, { tokensPerCall: 1, isToken: (one) => DEVICE_TOKEN.test(one), send });
  },
  /** Sends to a device token that no device has. */
  async check(credentials, io) {
    const found = apnsOf(credentials);
    if ("kind" in found) return found;
    const message = { key: "check", tokens: [], title: "", body: "Check" };
    return sendOnce({ ...found, message, token: NO_DEVICE }, checkVerdict, io);
  },
};

type Apns = { credentials: Credentials; topic: string; address: string; session: string };

function apnsOf(credentials: Credentials): Apns | SendOutcome {
  const isSandbox = flagOf(credentials, "secure") === false;
  const host = isSandbox ? "api.sandbox.push.apple.com" : "api.push.apple.com";
  const address = accountOf(credentials).url(`https://${host}`, "/3/device/");
  const missing = missingField(APNS_FIELDS, credentials);
  if (missing) return missingCredential(missing);
  const topic = textOf(credentials, "applicationId") ?? "";
  return { credentials, topic, address, session: tokenName("apns", credentials) };
}

/** https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns */
function issueJwt(credentials: Credentials, now: Date): IssuedToken | SendOutcome {
  const { text } = accountOf(credentials);
  const key = privateKeyOf(text("secretKey"), "ES256");
  if (!key) {
    const reason = "The integration's secretKey is not the content of a .p8 file from Apple.";
    return { kind: "config_error", reason };
  }
  const header = { kid: text("apiKey") };
  const claims = { iss: text("projectName"), iat: epochSeconds(now) };
  return { token: signedJwt({ algorithm: "ES256", key, header, claims }), validForMs: JWT_VALID_MS };
}

type Call = Apns & { message: PushMessage; token: string };
type Judge = typeof apnsVerdict;

async function sendOnce(call: Call, judge: Judge, io: ProviderIO): Promise<SendOutcome> {
  const { credentials, session } = call;
  const source = { name: session, issue: async () => issueJwt(credentials, io.now()) };
  return withToken(io, source, (jwt) => callOnce({ ...call, jwt }, judge, io));
}

async function callOnce(call: Call & { jwt: string }, judge: Judge, io: ProviderIO): Promise<TokenUse> {
  const { credentials, topic, address, session, message, token, jwt } = call;
  let isTokenRefused = false;
  const rules = {
    fields: APNS_FIELDS,
    idPaths: [],
    idHeader: "apns-id",
    errorPaths: ["reason"],
    judge: (response: VendorResponse) => {
      isTokenRefused = isJwtRefusal(response);
      return judge(response, token);
    },
  };
  const request = {
    url: `${address}${token}`,
    headers: { ...apnsHeaders(message, token, topic), authorization: `bearer ${jwt}` },
    json: apnsBody(message),
    http2: { session },
    secrets: [jwt, token],
  };
  const outcome = await callVendor(rules, { credentials, message: withoutBody(message), request }, io);
  return { outcome, isTokenRefused };
}
