import { secretsOf } from "../credential.ts";
import { outcomeOf } from "../http-outcome.ts";
import { lowerCased, passthroughFault, withQuery } from "../passthrough.ts";
import type { Credentials, Provider, ProviderIO, PushMessage, SendOutcome } from "../provider.ts";
import { tokenName } from "../token-cache.ts";
import { alertOf } from "./alert.ts";
import { sendToTokens } from "./send-to-tokens.ts";
import { type Vapid, vapidHeader, vapidOf } from "./vapid.ts";
import { encrypted, MAX_PLAIN_BYTES, type SubscriptionKeys } from "./web-push-encryption.ts";
import { type Subscription, subscriptionOf } from "./web-push-subscription.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "VAPID public key",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "`npx tidings vapid-keys` makes a pair of keys; the web page subscribes with this one (applicationServerKey).",
  },
  {
    name: "secretKey",
    label: "VAPID private key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The private key of the same pair. With another pair, all browsers must subscribe again.",
  },
  {
    name: "from",
    label: "Contact",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "An e-mail address or an https: URL by which the operators of push services can reach you.",
  },
] as const;

/** Four weeks: how long a push service keeps the message for a browser that is offline. */
const TTL_S = 2_419_200;
const CONTENT = { "content-type": "application/octet-stream", "content-encoding": "aes128gcm" };
/** The browser has unsubscribed, or the subscription has expired (RFC 8030, section 7.3). */
const GONE = [404, 410];

/**
 * Web Push (RFC 8030) to browsers, without a vendor's account. A device token is the JSON of a browser's `PushSubscription`. The
 * service worker gets the JSON `{id, title, body, data}`. A repeated attempt has the same topic and replaces a message that the
 * push service still keeps; `Topic`, `TTL` and `Urgency` can be set in the trigger's `_passthrough.headers`.
 */
export const webPush: Provider<"push"> = {
  id: "web-push",
  channel: "push",
  displayName: "Web Push",
  docsUrl: "https://developer.mozilla.org/en-US/docs/Web/API/Push_API",
  fields: FIELDS,
  async send(message, credentials, io) {
    const fault = passthroughFault(message.passthrough);
    if (fault) return fault;
    const vapid = vapidOf(credentials);
    if ("kind" in vapid) return vapid;
    const plain = plainOf(message);
    if (plain.length > MAX_PLAIN_BYTES) return tooLong(plain.length);
    const isToken = (token: string) => subscriptionOf(token) !== undefined;
    const send = ([token = ""]: string[]) => sendOnce(token, { message, plain, vapid, credentials }, io);
    return sendToTokens(message.tokens, { tokensPerCall: 1, isToken, send });
  },
  /** No push service knows the keys before a browser subscribes: only the keys are checked. */
  async check(credentials) {
    const vapid = vapidOf(credentials);
    return "kind" in vapid ? vapid : { kind: "accepted" };
  },
};

function plainOf(message: PushMessage): Buffer {
  const { key, data, passthrough } = message;
  return Buffer.from(JSON.stringify({ id: key, ...alertOf(message), data, ...passthrough?.body }));
}

function tooLong(bytes: number): SendOutcome {
  const reason = `The message has ${bytes} bytes of JSON; push services accept ${MAX_PLAIN_BYTES}.`;
  return { kind: "rejected", reason, isContentFault: true };
}

type Sending = { message: PushMessage; plain: Buffer; vapid: Vapid; credentials: Credentials };

async function sendOnce(
  token: string,
  { message, plain, vapid, credentials }: Sending,
  io: ProviderIO,
): Promise<SendOutcome> {
  const { endpoint, keys } = subscriptionOf(token) as Subscription;
  const body = encryptedFor(keys, plain);
  if (!body) return unusableKey(token);
  const { origin } = new URL(endpoint);
  const name = `${tokenName("web-push", credentials)} ${origin}`;
  const authorization = await io.tokens.get(name, async () => vapidHeader(vapid, origin, io.now()));
  if (typeof authorization !== "string") return authorization;
  const { headers, query } = message.passthrough ?? {};
  const options = { ttl: String(TTL_S), topic: message.key, ...lowerCased(headers) };
  const result = await io.request({
    method: "POST",
    url: withQuery(endpoint, query),
    headers: { ...options, authorization, ...CONTENT },
    body,
  });
  const secrets = [...secretsOf(FIELDS, credentials), endpoint, authorization];
  const isGone = result.kind === "answered" && GONE.includes(result.status);
  return judged(outcomeOf(result, { secrets, idPaths: [] }), isGone ? token : undefined);
}

function encryptedFor(keys: SubscriptionKeys, plain: Buffer): Buffer | undefined {
  try {
    return encrypted(plain, keys);
  } catch {
    return undefined;
  }
}

function unusableKey(token: string): SendOutcome {
  const reason = "The public key in a device token is not a point of the curve P-256.";
  return { kind: "recipient_error", reason, invalidTokens: [token] };
}

/**
 * The endpoint belongs to the subscriber: a wrong or forbidden URL, and a subscription that was made with other VAPID keys, are no
 * faults of the integration.
 */
function judged(outcome: SendOutcome, goneToken: string | undefined): SendOutcome {
  if (outcome.kind === "accepted") return outcome;
  if (goneToken !== undefined) return { ...outcome, kind: "recipient_error", invalidTokens: [goneToken] };
  return outcome.kind === "config_error" ? { ...outcome, kind: "recipient_error" } : outcome;
}
