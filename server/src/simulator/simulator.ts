import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../foundation/clock.ts";
import { describeVendor } from "./describe-vendor.ts";
import { listen } from "./listen.ts";
import { createPlannedFailures, type PlannedFailures, plannedIn } from "./planned-failures.ts";
import { playVendor, type Reply } from "./play-vendor.ts";
import { decodeBody, type Received } from "./received.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

export type Simulator = { readonly url: string; close(): Promise<void> };

/** A request to a vendor, and its answer. */
export type Shown = Pick<Reply, "to" | "text" | "result"> & { at: Date; providerId: string };

export type SimulatorOptions = {
  cases: readonly AnyVendorCase[];
  /** 0 takes any free port. */
  port: number;
  /** The case of all requests that ask for none. */
  fail?: string | undefined;
  clock: Clock;
  show(shown: Shown): void;
};

/** Bodies beyond this size are refused with 413. */
const MAX_BODY_BYTES = 50 * 1_024 * 1_024;
const SLOW_MS = 5_000;

/**
 * Plays the APIs of all vendors on the loopback interface, each under `/{providerId}`. `GET /` lists them and counts the connections
 * so far, `GET /{providerId}` shows how to reach one. @throws when the port is taken.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const vendors = byProvider(options.cases);
  const counter = { serial: options.clock.now().getTime() };
  const failures = createPlannedFailures(options.fail);
  const listener = await listen(options.port, (request, response) => {
    const serial = ++counter.serial;
    const { connectionCount } = listener;
    handle({ request, response, vendors, failures, options, serial, connectionCount }).catch(() =>
      response.destroy(),
    );
  });
  return { url: `http://127.0.0.1:${listener.port}`, close: listener.close };
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
  failures: PlannedFailures;
  options: SimulatorOptions;
  serial: number;
  connectionCount(): number;
};

function listOf({ vendors, connectionCount }: Handling): object {
  return { vendors: [...vendors.keys()], connections: connectionCount() };
}

async function handle(handling: Handling): Promise<void> {
  const { request, response, vendors, failures, options, serial } = handling;
  const { url = "/", headers, method } = request;
  const origin = `http://${headers.host ?? headers[":authority"] ?? "127.0.0.1"}`;
  const [, id = "", path = ""] = /^\/([^/?]*)(.*)$/s.exec(url) ?? [];
  const cases = vendors.get(id);
  if (id === "" && method === "GET") return sendJson(response, 200, listOf(handling));
  if (id === "_fail") return planFailure(handling);
  if (!cases) {
    options.show({ at: options.clock.now(), providerId: id, to: "", text: "", result: "404 no such vendor" });
    return sendJson(response, 404, { message: "No such vendor", vendors: [...vendors.keys()] });
  }
  if (method === "GET" && ["", "/credentials"].includes(path)) {
    const description = describeVendor(cases, `${origin}/${id}`);
    return sendJson(response, 200, path === "" ? description : description.credentials);
  }
  const bytes = await bytesOf(request);
  if (!bytes) return sendJson(response, 413, { message: `The body is longer than ${MAX_BODY_BYTES} bytes` });
  const received = await receivedFrom(request, { bytes, path, origin });
  const at = options.clock.now();
  const reply = playVendor(received, cases, { now: at, serial, fail: () => failures.take(id) });
  options.show({ at, providerId: id, to: reply.to, text: reply.text, result: reply.result });
  return sendReply(response, reply);
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

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

type Read = { bytes: Buffer; path: string; origin: string };

async function receivedFrom(request: IncomingMessage, { bytes, path, origin }: Read): Promise<Received> {
  const { method = "", url = "", headers } = request;
  const named = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return {
    method,
    path,
    url: `${origin}${url}`,
    headers: Object.fromEntries(named),
    bytes,
    body: await decodeBody(bytes, headers["content-type"] ?? ""),
  };
}

async function sendReply(response: ServerResponse, { status, headers, body, fault }: Reply): Promise<void> {
  if (fault === "reset") return void response.destroy();
  if (fault === "hang") return;
  if (fault === "garbage") {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>\u0000 not what was documented");
    return;
  }
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  response.writeHead(status, headers).end(body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(`${JSON.stringify(body, null, 2)}\n`);
}
