import type { IncomingMessage, ServerResponse } from "node:http";
import type { Time } from "../foundation/clock.ts";
import type { HttpCall, HttpResult } from "../providers/provider.ts";
import { describeVendor, type VendorDescription } from "./describe-vendor.ts";
import { bytesOf, MAX_BODY_BYTES, receivedFrom, sendJson, sendReply } from "./http-exchange.ts";
import { listen } from "./listen.ts";
import { describeMailServer, MAIL_PROVIDERS, type MailServer, startMailServer } from "./mail-server.ts";
import { createPlannedFailures, type PlannedFailures, plannedIn } from "./planned-failures.ts";
import { playVendor } from "./play-vendor.ts";
import { createReceiptSender, type ReceiptSender } from "./receipt-sender.ts";
import { createMemory, type Memory } from "./remembered.ts";
import type { Shown } from "./shown.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

export type Simulator = {
  readonly url: string;
  /** The port of the mail server. */
  readonly smtpPort: number | undefined;
  close(): Promise<void>;
};

export type SimulatorOptions = {
  cases: readonly AnyVendorCase[];
  /** 0 takes any free port. */
  port: number;
  /** The port of the mail server; 0 takes any free port. Undefined: there is none. */
  smtpPort?: number;
  /** The case of all requests that ask for none. */
  fail?: string | undefined;
  /** Where the vendors send their receipts; `PUT /_receipts/{providerId}` adds others. */
  receipts?: readonly ReceiptPlace[];
  /** Sends the receipts. */
  call(call: HttpCall): Promise<HttpResult>;
  time: Time;
  show(shown: Shown): void;
};

export type ReceiptPlace = { providerId: string; url: string };

/**
 * Plays the APIs of all vendors on the loopback interface, each under `/{providerId}`. `GET /` lists them and counts the connections
 * so far, `GET /{providerId}` shows how to reach one. @throws when a port is taken.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const vendors = byProvider(options.cases);
  const counter = { serial: options.time.now().getTime() };
  const failures = createPlannedFailures(options.fail);
  const [receipts, memory] = [createReceiptSender(options), createMemory()];
  for (const { providerId, url } of options.receipts ?? []) receipts.add(providerId, url);
  const { smtpPort: port } = options;
  const mail = port === undefined ? undefined : await startMailServer({ ...options, port, failures });
  const listener = await listen(options.port, (request, response) => {
    const serial = ++counter.serial;
    const { connectionCount } = listener;
    const parts = { vendors, mail, failures, receipts, memory, options, serial, connectionCount };
    handle({ request, response, ...parts }).catch(() => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    smtpPort: mail?.port,
    close: async () => {
      receipts.close();
      await mail?.close();
      await listener.close();
    },
  };
}

function byProvider(cases: readonly AnyVendorCase[]): Vendors {
  const vendors = new Map<string, AnyVendorCase[]>();
  for (const one of cases) vendors.set(one.provider.id, [...(vendors.get(one.provider.id) ?? []), one]);
  return vendors;
}

type Vendors = ReadonlyMap<string, readonly AnyVendorCase[]>;
type Handling = {
  request: IncomingMessage;
  response: ServerResponse;
  vendors: Vendors;
  mail: MailServer | undefined;
  failures: PlannedFailures;
  receipts: ReceiptSender;
  memory: Memory;
  options: SimulatorOptions;
  serial: number;
  connectionCount(): number;
};

function listOf({ vendors, mail, connectionCount }: Handling): object {
  const smtp = mail && { smtp: { port: mail.port, providers: MAIL_PROVIDERS } };
  return { vendors: [...vendors.keys()], connections: connectionCount(), ...smtp };
}

/** How to reach the vendor or the mail server; undefined for another id. */
function descriptionOf(id: string, url: string, { vendors, mail }: Handling): VendorDescription | undefined {
  if (mail && MAIL_PROVIDERS.some((one) => one === id)) return describeMailServer(id, mail);
  const cases = vendors.get(id);
  return cases && describeVendor(cases, url);
}

async function handle(handling: Handling): Promise<void> {
  const { request, response, vendors, options } = handling;
  const { url = "/", headers, method } = request;
  // A proxy with TLS in front of the simulator: the origin is what a Web Push token is for.
  const protocol = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  const origin = `${protocol}://${headers.host ?? headers[":authority"] ?? "127.0.0.1"}`;
  const [, id = "", path = ""] = /^\/([^/?]*)(.*)$/s.exec(url) ?? [];
  const cases = vendors.get(id);
  if (id === "" && method === "GET") return sendJson(response, 200, listOf(handling));
  if (id === "_fail") return planFailure(handling);
  if (id === "_receipts") return changeReceipts(handling, path.slice(1));
  const description =
    method === "GET" && ["", "/credentials", "/configurations"].includes(path)
      ? descriptionOf(id, `${origin}/${id}`, handling)
      : undefined;
  if (description) {
    const part = path.slice(1) as "" | "credentials" | "configurations";
    return sendJson(response, 200, part === "" ? description : (description[part] ?? {}));
  }
  if (!cases) {
    options.show({ at: options.time.now(), providerId: id, to: "", text: "", result: "404 no such vendor" });
    return sendJson(response, 404, { message: "No such vendor", vendors: [...vendors.keys()] });
  }
  return play(handling, { id, path, origin, cases });
}

type Called = { id: string; path: string; origin: string; cases: readonly AnyVendorCase[] };

async function play(handling: Handling, { id, path, origin, cases }: Called): Promise<void> {
  const { request, response, failures, receipts, memory, options, serial } = handling;
  const webhook = cases.find((one) => one.webhook)?.webhook;
  const page = request.method === "GET" ? webhook?.pageAt?.(path) : undefined;
  if (page) {
    if (page.token !== undefined) receipts.confirm(page.token);
    return void response.writeHead(200, { "content-type": "text/plain" }).end(page.body);
  }
  const bytes = await bytesOf(request);
  if (!bytes) return sendJson(response, 413, { message: `The body is longer than ${MAX_BODY_BYTES} bytes` });
  const received = await receivedFrom(request, { bytes, path, origin });
  const at = options.time.now();
  const reply = playVendor(received, cases, { now: at, serial, memory, fail: () => failures.take(id) });
  options.show({ at, providerId: id, to: reply.to, text: reply.text, result: reply.result });
  await sendReply(response, reply, options.time);
  if (webhook && reply.later)
    receipts.report({ ...reply.later, providerId: id, webhook, vendorUrl: `${origin}/${id}` });
}

/** `PUT /_fail/CASE?vendor=ID&times=N` plans failures; `DELETE /_fail` drops all plans. */
function planFailure({ request, response, failures }: Handling): void {
  const { url = "", method } = request;
  if (method === "DELETE") failures.clear();
  else if (method !== "PUT") return sendJson(response, 405, { message: "PUT /_fail/CASE or DELETE /_fail" });
  else {
    const planned = plannedIn(url);
    if (typeof planned === "string") return sendJson(response, 400, { message: planned });
    failures.add(planned);
  }
  return sendJson(response, 200, { ok: true });
}

/** `PUT /_receipts/ID` with an address as its body enters the address at the vendor; `DELETE /_receipts` removes all addresses. */
async function changeReceipts({ request, response, receipts, options }: Handling, id: string): Promise<void> {
  if (request.method === "DELETE") receipts.clear();
  else if (request.method !== "PUT")
    return sendJson(response, 405, { message: "PUT /_receipts/PROVIDER or DELETE /_receipts" });
  else {
    const place = { providerId: id, url: ((await bytesOf(request)) ?? "").toString().trim() };
    const fault = placeFault(place, options.cases);
    if (fault !== undefined) return sendJson(response, 400, { message: fault });
    receipts.add(id, place.url);
  }
  return sendJson(response, 200, { ok: true });
}

/** Why receipts cannot be sent to this place. */
export function placeFault(
  { providerId, url }: ReceiptPlace,
  cases: readonly AnyVendorCase[],
): string | undefined {
  const reporting = cases.filter(({ webhook }) => webhook).map(({ provider }) => provider.id);
  if (!(reporting as string[]).includes(providerId))
    return `${providerId} sends no receipts; these vendors do: ${reporting.join(", ")}`;
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl ? undefined : "The address of receipts begins with http:// or https://";
}
