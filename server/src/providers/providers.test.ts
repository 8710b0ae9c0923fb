import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import {
  CHAT_PROVIDER_IDS,
  EMAIL_PROVIDER_IDS,
  OWN_CHAT_PROVIDER_IDS,
  OWN_PUSH_PROVIDER_IDS,
  PUSH_PROVIDER_IDS,
  SMS_PROVIDER_IDS,
  SPECIFIED_PROVIDER_IDS,
} from "@tidings/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryMb } from "../../testing/memory.ts";
import { PATIENCE_MS } from "../../testing/patience.ts";
import { providerIo } from "../../testing/provider-io.ts";
import { systemTime, type Time } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { VENDOR_CASES } from "../simulator/vendors/vendors.ts";
import type { Credentials, ProviderIO, SendOutcome } from "./provider.ts";
import { createProviders } from "./providers.ts";

const NOW = new Date("2026-08-01T12:00:00Z");
const KEY = "abcdefghijklmnopqrstuvwxyz234567";
const SECRET = "a-secret-of-the-tests";

type ReceivedRequest = { url: string | undefined; headers: IncomingMessage["headers"]; body: string };
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let base = "";
let behave: Behaviour = (response) => response.end();
let seen: ReceivedRequest[] = [];
let patient: Outbound;
/** Waits little for an answer, and long for everything before it. */
let waitsForNoAnswer: Outbound;
/** Waits little for the end of an answer that has begun, and long for its beginning. */
let waitsForNoEnd: Outbound;
let io: ProviderIO;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ url: request.url, headers: request.headers, body });
    behave(response, request);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const allow = parseOutboundAllow(base.replace("http://", ""));
  const time = { ...systemTime, now: () => NOW };
  patient = createOutbound({ allow, time });
  const long = { connectMs: PATIENCE_MS, firstByteMs: PATIENCE_MS, totalMs: PATIENCE_MS };
  waitsForNoAnswer = createOutbound({ allow, time, timeouts: { ...long, firstByteMs: 200 } });
  waitsForNoEnd = createOutbound({ allow, time: endingOnceAnswered(time), timeouts: IN_PHASES });
  io = providerIo(patient);
});
afterAll(async () => {
  patient.close();
  waitsForNoAnswer.close();
  waitsForNoEnd.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** Each time-out has its own number, by which `endingOnceAnswered` knows it. */
const IN_PHASES = { connectMs: PATIENCE_MS, firstByteMs: PATIENCE_MS + 1, totalMs: PATIENCE_MS + 2 };
const END_MS = 100;

/** The total time of a call is over a moment after the time-out for the beginning of its answer was cancelled, however late that is. */
function endingOnceAnswered(time: Time): Time {
  let endCall = () => {};
  return {
    ...time,
    after: (ms, work) => {
      const cancel = time.after(ms, work);
      if (ms === IN_PHASES.totalMs) endCall = work;
      return () => {
        cancel();
        if (ms === IN_PHASES.firstByteMs) time.after(END_MS, endCall);
      };
    },
  };
}

const providers = createProviders(systemTime);

/** One call per provider, to the server above. */
const CALLS: Record<string, (url: string, more?: Credentials) => Promise<SendOutcome>> = {
  "email-webhook": (url, more) => {
    const message = {
      key: KEY,
      to: [{ address: "ada@example.com", name: "Ada" }],
      subject: "Hi",
      html: "<b>Hi</b>",
      attachments: [{ name: "a.txt", mime: "text/plain", bytes: Buffer.from("attached") }],
    };
    const credentials = { webhookUrl: url, secretKey: SECRET, from: "h@example.org", senderName: "Service" };
    return named("email-webhook", "email").send(message, { ...credentials, ...more }, io);
  },
  "generic-sms": (url, more) => {
    const credentials = {
      baseUrl: url,
      apiKeyRequestHeader: "X-Key",
      apiKey: SECRET,
      secretKeyRequestHeader: "X-Secret",
      secretKey: `${SECRET}-2`,
      from: "+491",
      idPath: "data.0.id",
      datePath: "data.0.at",
    };
    return named("generic-sms", "sms").send(
      { key: KEY, to: "+492", body: "Hi" },
      { ...credentials, ...more },
      io,
    );
  },
  "push-webhook": (url, more) => {
    const message = { key: KEY, tokens: ["t1", "t2"], title: "T", body: "Hi", data: { a: 1 } };
    return named("push-webhook", "push").send(message, { webhookUrl: url, secretKey: SECRET, ...more }, io);
  },
  "chat-webhook": (url, more) => {
    const message = { key: KEY, webhookUrl: url, channel: "#ops", body: "Hi" };
    return named("chat-webhook", "chat").send(message, { secretKey: SECRET, ...more }, io);
  },
};
const HTTP_PROVIDERS = Object.keys(CALLS);

function named<C extends "email" | "sms" | "push" | "chat">(id: string, channel: C) {
  const provider = providers.find(id);
  if (provider?.channel !== channel) throw new Error(`${id} is not in the register for ${channel}`);
  return provider as Extract<typeof provider, { channel: C }>;
}

async function send(id: string, behaviour: Behaviour, more?: Credentials): Promise<SendOutcome> {
  seen = [];
  behave = behaviour;
  io = providerIo(outboundFor(behaviour));
  const call = CALLS[id];
  if (!call) throw new Error(id);
  return call(`${base}/hook`, more);
}

const status =
  (code: number, body = "", headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end(body);

describe("provider registry", () => {
  it("has each provider by its id, in the channel of the contract", () => {
    const channelIds: Record<string, readonly string[]> = {
      email: EMAIL_PROVIDER_IDS,
      // The specification lists this SMS gateway among the e-mail providers.
      sms: [...SMS_PROVIDER_IDS, "clickatell"],
      push: [...PUSH_PROVIDER_IDS, ...OWN_PUSH_PROVIDER_IDS],
      chat: [...CHAT_PROVIDER_IDS, ...OWN_CHAT_PROVIDER_IDS],
      in_app: ["svc"],
    };
    for (const provider of providers.list) {
      expect(providers.find(provider.id)).toBe(provider);
      expect(channelIds[provider.channel]).toContain(provider.id);
    }
    expect(new Set(providers.list.map(({ id }) => id)).size).toBe(providers.list.length);
    expect(providers.find("no-such")).toBeUndefined();
    expect(providers.find("__proto__")).toBeUndefined();
  });

  it("has the implemented providers of the contract, and the service's own", () => {
    const { list, close } = createProviders(systemTime);
    close();
    const sending = list.filter(({ canSend }) => canSend !== false);
    expect(sending.map(({ id }) => id).sort()).toEqual(
      [
        ...HTTP_PROVIDERS,
        ...new Set(VENDOR_CASES.map(({ provider }) => provider.id)),
        "emailjs",
        "nodemailer",
        "svc",
        "svc-email",
        "web-push",
      ].sort(),
    );
  });

  it("has a provider for each id of the specification; those without an implementation send nothing", async () => {
    expect(providers.list.map(({ id }) => id)).toEqual(expect.arrayContaining([...SPECIFIED_PROVIDER_IDS]));
    const opaque = providers.list.filter(({ canSend }) => canSend === false);
    for (const provider of opaque.filter((one) => one.channel !== "in_app")) {
      const outcome = await provider.send({ key: KEY } as never, {}, io);
      const generic = {
        email: "email-webhook",
        sms: "generic-sms",
        push: "push-webhook",
        chat: "chat-webhook",
      };
      const reason = expect.stringContaining(generic[provider.channel]);
      expect(outcome).toEqual({ kind: "config_error", reason });
    }
  });

  it("required fields: without one a provider fails", async () => {
    const sending = providers.list.filter((one) => one.channel !== "in_app");
    for (const provider of sending.filter(({ fields }) => fields.some(({ isRequired }) => isRequired))) {
      const anything = { key: KEY, to: [], tokens: [] } as never;
      expect(await provider.send(anything, {}, io)).toMatchObject({ kind: "config_error" });
    }
  });
});

const silence: Behaviour = () => {};
const drip: Behaviour = (response) => {
  response.write(".");
  const timer = setInterval(() => response.write("."), 10);
  response.on("close", () => clearInterval(timer));
};
/** Only a time-out ends these; the others get more time, so that tests pass on a busy machine. */
const SILENT = new Set<Behaviour>([silence]);
function outboundFor(behaviour: Behaviour): Outbound {
  if (behaviour === drip) return waitsForNoEnd;
  return SILENT.has(behaviour) ? waitsForNoAnswer : patient;
}
/** The most bytes that a flood has got rid of in one call: what the caller took, and what the system holds for it. */
let mostPoured = 0;
const flood: Behaviour = (response) => {
  let poured = 0;
  const pour = () => {
    for (let goesOn = true; goesOn; poured += 65_536) goesOn = response.write("x".repeat(65_536));
    mostPoured = Math.max(mostPoured, poured);
  };
  response.on("drain", pour);
  pour();
};
const huge: Behaviour = (response) => {
  response.writeHead(400, { "content-length": String(100 * 1024 * 1024) });
  flood(response, response.req);
};

const bomb = gzipSync(Buffer.alloc(20_000_000));

/** The outcome of a response for every provider. The last column is for chat, where the URL is the subscriber's. */
const CASES: [string, Behaviour, string, string?][] = [
  ["200 with JSON", status(200, '{"ok":true}'), "accepted"],
  ["204 without a body", status(204), "accepted"],
  ["202 with HTML", status(202, "<html>thanks</html>"), "accepted"],
  ["200 with half of a JSON", status(200, '{"id":'), "accepted"],
  ["200 with very deep JSON", status(200, "[".repeat(60_000)), "accepted"],
  ["200 with hostile keys", status(200, '{"__proto__":{"id":"x"},"constructor":1}'), "accepted"],
  ["200 and an endless body", drip, "accepted"],
  ["200 and a flood", flood, "accepted"],
  ["200 and a gzip bomb", (r) => void r.writeHead(200, { "content-encoding": "gzip" }).end(bomb), "accepted"],
  [
    "200, reset within the body",
    (r) => void r.writeHead(200, { "content-length": "9" }).write("half", () => r.socket?.resetAndDestroy()),
    "accepted",
  ],
  ["400 and 100 MB", huge, "rejected"],
  ["400", status(400, "bad"), "rejected"],
  ["413", status(413), "rejected"],
  ["422", status(422), "rejected"],
  ["401", status(401), "config_error", "recipient_error"],
  ["403", status(403), "config_error", "recipient_error"],
  ["404", status(404), "config_error", "recipient_error"],
  ["410", status(410), "recipient_error"],
  [
    "302 to loopback",
    status(302, "", { location: "http://127.0.0.1:22/" }),
    "config_error",
    "recipient_error",
  ],
  ["307 to itself", status(307, "", { location: "/hook" }), "config_error", "recipient_error"],
  ["408", status(408), "not_processed"],
  ["429", status(429), "not_processed"],
  ["503", status(503), "not_processed"],
  ["500", status(500), "ambiguous"],
  ["502", status(502), "ambiguous"],
  ["504", status(504), "ambiguous"],
  ["409 for a key it has", status(409, '{"error":"Idempotency-Key already used"}'), "accepted"],
  ["409 for a duplicate", status(409, "duplicate message"), "accepted"],
  ["409 while still running", status(409, "already in progress", { "retry-after": "1" }), "ambiguous"],
  ["409 still processing", status(409, "same idempotency key is being processed"), "ambiguous"],
  ["409 about something else", status(409, "conflict"), "ambiguous"],
  ["silence", silence, "ambiguous"],
  ["reset before an answer", (response) => response.socket?.resetAndDestroy(), "ambiguous"],
  ["closed before an answer", (response) => response.socket?.destroy(), "ambiguous"],
];

describe.each(HTTP_PROVIDERS)("%s", (id) => {
  it.each(CASES)("%s", async (_name, behaviour, kind, chatKind) => {
    const outcome = await send(id, behaviour);
    expect(outcome.kind).toBe(id === "chat-webhook" ? (chatKind ?? kind) : kind);
    expect(Buffer.byteLength(outcome.raw ?? "")).toBeLessThanOrEqual(4096);
    expect(seen).toHaveLength(1);
    const sentence = outcome.kind === "accepted" ? "Accepted." : outcome.reason;
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ["2", 2_000],
    ["0", 0],
    ["Sat, 01 Aug 2026 12:01:00 GMT", 60_000],
    ["-1", undefined],
    ["garbage", undefined],
  ])("reads Retry-After: %s as %s ms", async (text, ms) => {
    for (const code of [429, 503]) {
      const outcome = await send(id, status(code, "", { "retry-after": text }));
      expect(outcome).toMatchObject({ kind: "not_processed" });
      expect("retryAfterMs" in outcome ? outcome.retryAfterMs : undefined).toBe(ms);
    }
  });

  it("not_processed when no server listens, and config_error when the address is private", async () => {
    const open = createOutbound({
      allow: parseOutboundAllow("127.0.0.1:1"),
      time: { ...systemTime, now: () => NOW },
    });
    io = providerIo(open);
    expect((await CALLS[id]?.("http://127.0.0.1:1/"))?.kind).toBe("not_processed");
    const refused = await CALLS[id]?.("http://127.0.0.1:9999/");
    expect(refused?.kind).toBe(id === "chat-webhook" ? "recipient_error" : "config_error");
    open.close();
  });

  it("sends the same key and the same bytes every time", async () => {
    await send(id, status(500));
    const [first] = seen;
    await send(id, status(500));
    expect(first?.headers["idempotency-key"]).toBe(KEY);
    expect(seen[0]?.headers["idempotency-key"]).toBe(KEY);
    expect(seen[0]?.body).toBe(first?.body);
  });

  it("ignores an id that contains a credential", async () => {
    const path = id === "generic-sms" ? { data: [{ id: SECRET, at: SECRET }] } : { id: SECRET };
    const outcome = await send(id, status(200, JSON.stringify(path)));
    expect(outcome.kind).toBe("accepted");
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  it("masks credentials in the response", async () => {
    const echo: Behaviour = (response) =>
      response.writeHead(400).end(`your key ${SECRET} is bad, ${base}/hook`);
    const outcome = await send(id, echo);
    expect(outcome.raw).toContain("your key ***");
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
    expect(JSON.stringify(outcome)).not.toContain("/hook");
  });
});

describe("webhook requests", () => {
  const webhooks = HTTP_PROVIDERS.filter((id) => id !== "generic-sms");

  it.each(webhooks)("%s signs the exact body with the secret key, if there is one", async (id) => {
    await send(id, status(200));
    const expected = createHmac("sha256", SECRET)
      .update(seen[0]?.body ?? "")
      .digest("hex");
    expect(seen[0]?.headers["x-tidings-signature"]).toBe(expected);
    await send(id, status(200), { secretKey: undefined });
    expect(seen[0]?.headers["x-tidings-signature"]).toBeUndefined();
  });

  it.each(webhooks)("%s signs id and time after Standard Webhooks", async (id) => {
    const bytes = Buffer.from("Standard Webhooks key of bytes \xff");
    for (const [secretKey, key] of [
      [SECRET, Buffer.from(SECRET)],
      [`whsec_${bytes.toString("base64")}`, bytes],
      ["whsec_no base64!", Buffer.from("whsec_no base64!")],
    ] as const) {
      await send(id, status(500), { secretKey });
      const { headers, body } = seen[0] as ReceivedRequest;
      const timestamp = String(NOW.getTime() / 1_000);
      expect(headers).toMatchObject({ "webhook-id": KEY, "webhook-timestamp": timestamp });
      const signature = createHmac("sha256", key).update(`${KEY}.${timestamp}.${body}`).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    }
    await send(id, status(200), { secretKey: undefined });
    expect(seen[0]?.headers).toMatchObject({ "webhook-id": KEY });
    expect(seen[0]?.headers["webhook-signature"]).toBeUndefined();
  });

  it.each(webhooks)("%s stores the receiver's id", async (id) => {
    const ids: unknown[] = [];
    for (const body of ['{"id":"m1"}', '{"messageId":"m2"}', '{"id":7}', '{"id":{}}']) {
      const outcome = await send(id, status(200, body));
      ids.push(outcome.kind === "accepted" ? outcome.providerMessageId : outcome.kind);
    }
    expect(ids).toEqual(["m1", "m2", "7", undefined]);
  });

  it("the body of a mail", async () => {
    await send("email-webhook", status(200));
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
      id: KEY,
      to: ["ada@example.com"],
      from: "h@example.org",
      senderName: "Service",
      subject: "Hi",
      html: "<b>Hi</b>",
      attachments: [{ name: "a.txt", mime: "text/plain", file: "YXR0YWNoZWQ=" }],
    });
  });

  it("the body of a push", async () => {
    await send("push-webhook", status(200));
    const expected = { id: KEY, target: ["t1", "t2"], title: "T", content: "Hi", payload: { a: 1 } };
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual(expected);
  });

  it("the body of a chat message", async () => {
    await send("chat-webhook", status(200));
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ id: KEY, content: "Hi", channel: "#ops" });
  });
});

describe("the generic SMS gateway", () => {
  it("gets the keys in its configured headers; id and date are read", async () => {
    const outcome = await send("generic-sms", status(200, '{"data":[{"id":"m1","at":"2026-08-01"}]}'));
    expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: "m1", providerDate: "2026-08-01" });
    expect(seen[0]?.headers).toMatchObject({ "x-key": SECRET, "x-secret": `${SECRET}-2` });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
      id: KEY,
      to: "+492",
      from: "+491",
      sender: "+491",
      content: "Hi",
    });
  });

  const byToken = (): Credentials => ({
    authenticateByToken: true,
    domain: `${base}/login`,
    authenticationTokenKey: "auth.token",
  });
  function loginThen(login: Behaviour, then: Behaviour): Behaviour {
    const both: Behaviour = (response, request) =>
      (request.url === "/login" ? login : then)(response, request);
    if (SILENT.has(login)) SILENT.add(both);
    return both;
  }

  it("with authenticateByToken: logs in first", async () => {
    const token = "t".repeat(1_000);
    const login = status(200, JSON.stringify({ auth: { token } }));
    const outcome = await send("generic-sms", loginThen(login, status(400, `bad ${token}`)), byToken());
    expect(seen.map(({ url }) => url)).toEqual(["/login", "/hook"]);
    expect(seen[0]?.headers["x-key"]).toBe(SECRET);
    expect(seen[1]?.headers).toMatchObject({ authorization: `Bearer ${token}` });
    expect(seen[1]?.headers["x-key"]).toBeUndefined();
    expect(outcome).toMatchObject({ kind: "rejected", raw: "bad ***" });
  });

  it.each([
    ["401", status(401), "config_error"],
    ["400", status(400), "config_error"],
    ["500", status(500), "not_processed"],
    ["silence", silence, "not_processed"],
    ["no token", status(200, '{"auth":{}}'), "config_error"],
    ["no JSON", status(200, "hello"), "config_error"],
    ["a token with a line break", status(200, '{"auth":{"token":"a\\r\\nx: 1"}}'), "config_error"],
  ] as [string, Behaviour, string][])("sends no SMS after a log-in with %s", async (_name, login, kind) => {
    const outcome = await send("generic-sms", loginThen(login, status(200)), byToken());
    expect(outcome.kind).toBe(kind);
    expect(seen.map(({ url }) => url)).toEqual(["/login"]);
  });

  it("cannot be configured to send a header that frames the request", async () => {
    const outcome = await send("generic-sms", status(200), { apiKeyRequestHeader: "Transfer-Encoding" });
    expect(outcome.kind).toBe("config_error");
    expect(seen).toHaveLength(0);
  });
});

describe("a hostile provider", () => {
  it("costs less than 20 MB of memory", async () => {
    for (const id of HTTP_PROVIDERS) await send(id, huge);
    const before = memoryMb().retained;
    mostPoured = 0;
    for (let round = 0; round < 3; round++) {
      for (const id of HTTP_PROVIDERS) for (const behaviour of [huge, flood]) await send(id, behaviour);
    }
    // Neither all calls together afterwards, nor a single one meanwhile. The resident memory of the process would also count what its
    // own collections of garbage have not got to.
    expect(memoryMb().retained - before).toBeLessThan(20);
    expect(mostPoured).toBeGreaterThan(0);
    expect(mostPoured).toBeLessThan(20_000_000);
  });
});
