import { randomUUID } from "node:crypto";
import type { Time } from "../foundation/clock.ts";
import { parseResponse } from "../providers/json-path.ts";
import type { HttpCall, HttpResult } from "../providers/provider.ts";
import type { ReceiptKind } from "../providers/receipts/receipt.ts";
import { oneLine } from "./describe-message.ts";
import type { Shown } from "./shown.ts";
import type { Signed, VendorWebhook } from "./webhooks/vendor-webhook.ts";

/** An accepted message, and what its vendor reports about it. */
export type Outlook = {
  providerId: string;
  webhook: VendorWebhook;
  /** The address of the vendor in the simulator. */
  vendorUrl: string;
  kinds: readonly ReceiptKind[];
  messageId: string;
  address: string;
};

export type ReceiptSender = {
  /** Enters an address at the vendor; each one gets all receipts. */
  add(providerId: string, url: string): void;
  /** Removes all addresses. */
  clear(): void;
  /** A token that a service has confirmed at the vendor. */
  confirm(token: string): void;
  /** Reports to the vendor's addresses, soon and in order; a failure is shown and not repeated. */
  report(outlook: Outlook): void;
  close(): void;
};

type Options = {
  call: (call: HttpCall) => Promise<HttpResult>;
  time: Time;
  show: (shown: Shown) => void;
};

/** A vendor needs some time, too; and the service can store the id of the message meanwhile. */
const PAUSE_MS = 500;
const MAX_RUNNING = 20;
/** Reports beyond these are dropped, and shown. */
const MAX_WAITING = 10_000;

/** Sends what vendors report about messages. */
export function createReceiptSender(options: Options): ReceiptSender {
  const places = new Map<string, Set<string>>();
  const sending: Sending = {
    ...options,
    confirmed: new Set(),
    tokens: new Map(),
    closing: new AbortController(),
  };
  const waiting: { outlook: Outlook; url: string }[] = [];
  let running = 0;
  const next = async (): Promise<void> => {
    const one = running < MAX_RUNNING ? waiting.shift() : undefined;
    if (!one || sending.closing.signal.aborted) return;
    running += 1;
    await sendAll(one.outlook, one.url, sending).catch(() => {});
    running -= 1;
    return next();
  };
  return {
    add: (providerId, url) => void places.set(providerId, new Set([...(places.get(providerId) ?? []), url])),
    clear: () => places.clear(),
    confirm: (token) => void (sending.tokens.has(token) && sending.tokens.set(token, true)),
    report(outlook) {
      for (const url of places.get(outlook.providerId) ?? []) {
        if (waiting.length >= MAX_WAITING)
          showResult(outlook, "receipts dropped: too many are waiting", sending);
        else waiting.push({ outlook, url });
        void next();
      }
    },
    close: () => sending.closing.abort(),
  };
}

type Sending = Options & {
  /** The places whose handshake has succeeded. */
  confirmed: Set<string>;
  /** The tokens of handshakes in progress, and whether a service has confirmed them. */
  tokens: Map<string, boolean>;
  closing: AbortController;
};

async function sendAll(outlook: Outlook, url: string, sending: Sending): Promise<void> {
  const { signal } = sending.closing;
  await sending.time.sleep(PAUSE_MS, signal);
  if (signal.aborted) return;
  const refusal = await handshakeFault(outlook, url, sending);
  if (refusal !== undefined) return showResult(outlook, refusal, sending);
  for (const kind of outlook.kinds) {
    const result = await send(kind, outlook, url, sending);
    showResult(outlook, `receipt ${kind}: ${described(result)}`, sending);
  }
}

/** Why the vendor does not report to this address; checked until it succeeds once. */
async function handshakeFault(
  { webhook, vendorUrl }: Outlook,
  url: string,
  { call, time, confirmed, tokens }: Sending,
): Promise<string | undefined> {
  const handshake = webhook.handshake?.({ url, at: time.now(), vendorUrl });
  const place = `${vendorUrl} ${url}`;
  if (!handshake || confirmed.has(place)) return undefined;
  const { expects } = handshake;
  if ("token" in expects) tokens.set(expects.token, false);
  const result = await call(callOf(handshake, webhook, { url, body: "" }));
  const isConfirmed =
    "token" in expects
      ? tokens.get(expects.token) === true
      : result.kind === "answered" && result.body === expects.body;
  if ("token" in expects) tokens.delete(expects.token);
  if (!isConfirmed) return `no receipts: the address was not confirmed: ${described(result)}`;
  confirmed.add(place);
  return undefined;
}

async function send(
  kind: ReceiptKind,
  outlook: Outlook,
  url: string,
  { call, time }: Sending,
): Promise<HttpResult> {
  const { webhook, vendorUrl, messageId, address } = outlook;
  const at = time.now();
  const content = webhook.bodies[kind]?.({ messageId, address, at, eventId: randomUUID() }) ?? {};
  const body = webhook.form
    ? new URLSearchParams(content as Record<string, string>).toString()
    : JSON.stringify(content);
  return call(callOf(webhook.sign({ url, body, at, vendorUrl }), webhook, { url, body }));
}

/** A request with an empty body is a GET. */
function callOf(signed: Signed, { form }: VendorWebhook, unsigned: { url: string; body: string }): HttpCall {
  const { url = unsigned.url, body = unsigned.body, headers = {} } = signed;
  if (body === "") return { method: "GET", url, headers };
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return { method: "POST", url, headers: { ...headers, "content-type": type }, body };
}

/** The service answers with a list of the messages that it has found. */
function described(result: HttpResult): string {
  if (result.kind !== "answered") return oneLine(`not delivered: ${result.reason}`);
  const found = parseResponse(result.body);
  if (result.status === 200 && Array.isArray(found))
    return found.length > 0 ? "200" : "200, but the service knows no such message of this integration";
  return oneLine(`${result.status} ${result.body}`);
}

function showResult({ providerId, address }: Outlook, result: string, { show, time }: Sending): void {
  show({ at: time.now(), providerId, to: oneLine(address), text: undefined, result });
}
