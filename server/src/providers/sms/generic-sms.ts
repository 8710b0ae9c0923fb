import { flagOf, missingCredential, reachOf, secretsOf, textOf } from "../credential.ts";
import { outcomeOf } from "../http-outcome.ts";
import { parseResponse, textAt } from "../json-path.ts";
import { lowerCased, passthroughFault, withQuery } from "../passthrough.ts";
import type { Credentials, IssuedToken, Provider, ProviderIO, SendOutcome, SmsMessage } from "../provider.ts";
import { tokenName } from "../token-cache.ts";
import { type TokenUse, withToken } from "../with-token.ts";
import { GENERIC_SMS_FIELDS } from "./generic-sms-fields.ts";

const ID = "generic-sms";

/**
 * Any SMS gateway with a JSON API. With authenticateByToken the keys are first sent to the URL in `domain`, and the token
 * at authenticationTokenKey of its response is sent as `Authorization: Bearer`.
 */
export const genericSms: Provider<"sms"> = {
  id: ID,
  channel: "sms",
  displayName: "Generic SMS",
  fields: GENERIC_SMS_FIELDS,
  reaches(credentials) {
    const login = isByToken(credentials) ? reachOf(credentials, "domain") : [];
    return [...reachOf(credentials, "baseUrl"), ...login];
  },
  async send(message, credentials, io) {
    const url = textOf(credentials, "baseUrl");
    if (url === undefined) return missingCredential("baseUrl");
    const fault = passthroughFault(message.passthrough);
    if (fault) return fault;
    const access = { url, headers: keyHeaders(credentials), secrets: [] };
    if (!isByToken(credentials)) return (await post(message, credentials, { io, access })).outcome;
    const source = { name: tokenName(ID, credentials), issue: () => logIn(credentials, io) };
    return withToken(io, source, (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return post(message, credentials, { io, access: { url, headers, secrets: [token] } });
    });
  },
  /** With a log-in, the log-in is the check. Otherwise only an SMS could tell, so nothing is asked. */
  async check(credentials, io) {
    if (textOf(credentials, "baseUrl") === undefined) return missingCredential("baseUrl");
    if (!isByToken(credentials)) return undefined;
    const issued = await logIn(credentials, io);
    return "token" in issued ? { kind: "accepted" } : issued;
  },
};

function isByToken(credentials: Credentials): boolean {
  return flagOf(credentials, "authenticateByToken") ?? false;
}

/** How a call is authenticated. */
type Access = { url: string; headers: Record<string, string>; secrets: string[] };

async function post(
  message: SmsMessage,
  credentials: Credentials,
  { io, access }: { io: ProviderIO; access: Access },
): Promise<TokenUse> {
  const result = await io.request({
    method: "POST",
    url: withQuery(access.url, message.passthrough?.query),
    headers: {
      ...lowerCased(message.passthrough?.headers),
      ...access.headers,
      "content-type": "application/json",
      "idempotency-key": message.key,
    },
    body: bodyOf(message, credentials),
  });
  const datePath = textOf(credentials, "datePath");
  const outcome = outcomeOf(result, {
    secrets: [...secretsOf(GENERIC_SMS_FIELDS, credentials), ...access.secrets],
    idPaths: [textOf(credentials, "idPath") ?? "id"],
    ...(datePath === undefined ? {} : { datePath }),
  });
  return { outcome, isTokenRefused: result.kind === "answered" && result.status === 401 };
}

/** `sender` repeats `from`: gateways written for Novu read that name. */
function bodyOf(message: SmsMessage, credentials: Credentials): string {
  const from = message.from ?? textOf(credentials, "from");
  const fields = { id: message.key, to: message.to, from, sender: from, content: message.body };
  return JSON.stringify({ ...fields, ...message.passthrough?.body });
}

function keyHeaders(credentials: Credentials): Record<string, string> {
  const pairs = [
    [textOf(credentials, "apiKeyRequestHeader"), textOf(credentials, "apiKey")],
    [textOf(credentials, "secretKeyRequestHeader"), textOf(credentials, "secretKey")],
  ].filter((pair): pair is [string, string] => pair.every((text) => text !== undefined));
  return Object.fromEntries(pairs);
}

/** Characters of a token in a header (RFC 6750 allows fewer). */
const SENDABLE = /^[\x21-\x7e]+$/;
/** A JWT has about 1 KB. */
const MAX_TOKEN = 4096;

/** A log-in does not say how long its token is valid. When the gateway refuses the token earlier, it is renewed. */
const VALID_MS = 10 * 60_000;

async function logIn(credentials: Credentials, io: ProviderIO): Promise<IssuedToken | SendOutcome> {
  const url = textOf(credentials, "domain");
  const tokenPath = textOf(credentials, "authenticationTokenKey");
  if (url === undefined) return missingCredential("domain");
  if (tokenPath === undefined) return missingCredential("authenticationTokenKey");
  const headers = { ...keyHeaders(credentials), "content-type": "application/json" };
  const result = await io.request({ method: "POST", url, headers, body: "{}" });
  const outcome = outcomeOf(result, { secrets: secretsOf(GENERIC_SMS_FIELDS, credentials), idPaths: [] });
  if (outcome.kind !== "accepted") return failedLogIn(outcome);
  const token =
    result.kind === "answered" ? textAt(parseResponse(result.body), tokenPath, MAX_TOKEN) : undefined;
  if (token === undefined) return { kind: "config_error", reason: "The log-in answered without a token." };
  if (!SENDABLE.test(token))
    return { kind: "config_error", reason: "The log-in answered with a token that cannot be sent." };
  return { token, validForMs: VALID_MS };
}

/** No SMS was sent yet, so an ambiguous log-in can be retried. */
function failedLogIn(outcome: Exclude<SendOutcome, { kind: "accepted" }>): SendOutcome {
  const isByChance = outcome.kind === "ambiguous" || outcome.kind === "not_processed";
  const kind = isByChance ? "not_processed" : "config_error";
  return { ...outcome, kind, reason: `The log-in failed. ${outcome.reason}` };
}
