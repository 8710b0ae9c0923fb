import { flagOf, missingCredential, reachOf, secretsOf, textOf } from "../credential.ts";
import { outcomeOf } from "../http-outcome.ts";
import { parseResponse, textAt } from "../json-path.ts";
import { lowerCased, passthroughFault, withQuery } from "../passthrough.ts";
import type { Credentials, Provider, ProviderIO, SendOutcome, SmsMessage } from "../provider.ts";
import { GENERIC_SMS_FIELDS } from "./generic-sms-fields.ts";

/**
 * Any SMS gateway with a JSON API. With authenticateByToken the keys are first sent to the URL in `domain`, and the token
 * at authenticationTokenKey of its response is sent as `Authorization: Bearer`.
 */
export const genericSms: Provider<"sms"> = {
  id: "generic-sms",
  channel: "sms",
  displayName: "Generic SMS",
  fields: GENERIC_SMS_FIELDS,
  reaches(credentials) {
    const login = flagOf(credentials, "authenticateByToken") ? reachOf(credentials, "domain") : [];
    return [...reachOf(credentials, "baseUrl"), ...login];
  },
  async send(message, credentials, io) {
    const url = textOf(credentials, "baseUrl");
    if (url === undefined) return missingCredential("baseUrl");
    const fault = passthroughFault(message.passthrough);
    if (fault) return fault;
    const login = flagOf(credentials, "authenticateByToken")
      ? await logIn(credentials, io)
      : { headers: keyHeaders(credentials), secrets: [] };
    if ("kind" in login) return login;
    const result = await io.request({
      method: "POST",
      url: withQuery(url, message.passthrough?.query),
      headers: {
        ...lowerCased(message.passthrough?.headers),
        ...login.headers,
        "content-type": "application/json",
        "idempotency-key": message.key,
      },
      body: bodyOf(message, credentials),
    });
    const datePath = textOf(credentials, "datePath");
    return outcomeOf(result, {
      secrets: [...secretsOf(GENERIC_SMS_FIELDS, credentials), ...login.secrets],
      idPaths: [textOf(credentials, "idPath") ?? "id"],
      ...(datePath === undefined ? {} : { datePath }),
    });
  },
};

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

/** A JWT has about 1 KB. */
const MAX_TOKEN = 4096;

type Login = { headers: Record<string, string>; secrets: string[] };

/** Logs in for every message: a provider has no state, and the lifetime of a token is unknown. */
async function logIn(credentials: Credentials, io: ProviderIO): Promise<Login | SendOutcome> {
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
  return { headers: { authorization: `Bearer ${token}` }, secrets: [token] };
}

/** No SMS was sent yet, so an ambiguous log-in can be retried. */
function failedLogIn(outcome: Exclude<SendOutcome, { kind: "accepted" }>): SendOutcome {
  const isByChance = outcome.kind === "ambiguous" || outcome.kind === "not_processed";
  const kind = isByChance ? "not_processed" : "config_error";
  return { ...outcome, kind, reason: `The log-in failed. ${outcome.reason}` };
}
