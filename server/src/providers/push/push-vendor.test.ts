import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { type ReceivedCall, useHttpReceiver } from "../../../testing/receivers.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import { expo } from "./expo.ts";
import { oneSignal } from "./one-signal.ts";

let respond: (call: ReceivedCall, response: ServerResponse) => void;
const vendor = await useHttpReceiver((call, response) => respond(call, response));
const allow = parseOutboundAllow(vendor.url.replace("http://", ""));
const io = providerIo(createOutbound({ allow, time: { ...systemTime, now: () => NOW } }));

const device = (n: number) => `ExponentPushToken[${n}]`;
const devices = Array.from({ length: 250 }, (_, n) => device(n));
const send = (tokens: string[]) =>
  expo.send({ key: KEY, tokens, title: "", body: "Hi" }, { baseUrl: vendor.url }, io);

beforeEach(() => vendor.calls.splice(0));

/** Expo's answer to a call: a ticket for each token. */
function tickets(ticketOf: (token: string) => object): typeof respond {
  return ({ body }, response) => response.end(JSON.stringify({ data: body.to.map(ticketOf) }));
}
const gone = { status: "error", message: "gone", details: { error: "DeviceNotRegistered" } };

describe("a push to many devices", () => {
  test("takes as few calls as the vendor allows, and each device gets it once", async () => {
    respond = tickets((token) => ({ status: "ok", id: `ticket${token.length}` }));
    const outcome = await send([...devices, device(0)]);
    expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: "ticket20" });
    expect(vendor.calls.map(({ body }) => body.to.length).sort()).toEqual([100, 100, 50]);
    expect(new Set(vendor.calls.flatMap(({ body }) => body.to)).size).toBe(250);
  });

  test("is accepted if one call is, and names the invalid devices of all calls", async () => {
    respond = tickets((token) => (token === device(240) ? { status: "ok", id: "t" } : gone));
    const outcome = await send(devices);
    expect(outcome).toMatchObject({ kind: "accepted", providerMessageId: "t" });
    expect(outcome.invalidTokens).toEqual(devices.filter((token) => token !== device(240)));
  });

  test("fails with the failure that is worth a retry", async () => {
    respond = ({ body }, response) =>
      body.to.includes(device(249))
        ? response.writeHead(503, { "retry-after": "9" }).end()
        : response.writeHead(400).end();
    expect(await send(devices)).toMatchObject({ kind: "not_processed", retryAfterMs: 9_000 });
  });

  test("is accepted for some devices: those whose tickets or calls are worth a retry wait", async () => {
    const late = { status: "error", message: "slow down", details: { error: "MessageRateExceeded" } };
    respond = (call, response) => {
      if (call.body.to.includes(device(200))) return response.writeHead(503).end();
      const ticketOf = (token: string) => {
        if (token === device(3)) return late;
        return token === device(4) ? gone : { status: "ok", id: "t" };
      };
      tickets(ticketOf)(call, response);
    };
    const { kind, invalidTokens, recipients } = await send(devices);
    expect(kind).toBe("accepted");
    expect(invalidTokens).toEqual([device(4)]);
    const waiting = recipients?.waiting.map(({ recipient }) => recipient);
    expect(waiting).toEqual([device(3), ...devices.slice(200)]);
    expect(recipients?.refused.map(({ recipient }) => recipient)).toEqual([device(4)]);
    expect(recipients?.reached).toHaveLength(198);
  });

  test("after a refusal of the account for one device, those not tried wait if another has the message", async () => {
    const mismatch = { status: "error", message: "other app", details: { error: "MismatchSenderId" } };
    respond = ({ body }, response) => {
      const isFirst = body.to.includes(device(0));
      const answer = isFirst ? { status: "ok", id: "t" } : mismatch;
      response.end(JSON.stringify({ data: body.to.map(() => answer) }));
    };
    const many = Array.from({ length: 2_000 }, (_, n) => device(n));
    const { kind, recipients } = await send(many);
    expect(kind).toBe("accepted");
    expect(recipients?.reached).toEqual(many.slice(0, 100));
    expect((recipients?.waiting.length ?? 0) + (recipients?.refused.length ?? 0)).toBe(1_900);
    expect(recipients?.waiting.length).toBeGreaterThan(0);
  });

  test("leaves malformed tokens out of the calls and calls them invalid", async () => {
    respond = tickets(() => ({ status: "ok", id: "t" }));
    expect(await send(["no token", device(1)])).toMatchObject({
      kind: "accepted",
      invalidTokens: ["no token"],
    });
    expect(vendor.calls.map(({ body }) => body.to)).toEqual([[device(1)]]);
    expect(await send(["no token"])).toMatchObject({ kind: "recipient_error", invalidTokens: ["no token"] });
    expect(vendor.calls).toHaveLength(1);
  });

  test("starts no further call when the vendor refuses the credentials", async () => {
    respond = (_call, response) => response.writeHead(401).end();
    const outcome = await send(Array.from({ length: 2_000 }, (_, n) => device(n)));
    expect(outcome.kind).toBe("config_error");
    expect(vendor.calls.length).toBeLessThanOrEqual(6);
  });
});

describe("Expo: devices of several projects", () => {
  const tooMany = (details: object) => ({
    errors: [
      { code: "PUSH_TOO_MANY_EXPERIENCE_IDS", message: "All messages must be for one project", details },
    ],
  });
  const project = (token: string) => (token === device(3) ? "@acme/old" : "@acme/new");
  const refuseMixed =
    (detailsOf: (tokens: string[]) => object, ticketOf: (token: string) => object): typeof respond =>
    ({ body }, response) =>
      new Set(body.to.map(project)).size > 1
        ? response.writeHead(400).end(JSON.stringify(tooMany(detailsOf(body.to))))
        : response.end(JSON.stringify({ data: body.to.map(ticketOf) }));

  test("get the message in one call for each project", async () => {
    respond = refuseMixed(
      () => ({ "@acme/new": [1, 2, 4].map(device), "@acme/old": [device(3)] }),
      (token) => (token === device(3) ? gone : { status: "ok", id: "t" }),
    );
    expect(await send([1, 2, 3, 4].map(device))).toMatchObject({
      kind: "accepted",
      providerMessageId: "t",
      invalidTokens: [device(3)],
    });
    const [, ...calls] = vendor.calls.map(({ body }) => body.to);
    expect(calls).toEqual([[device(1), device(2), device(4)], [device(3)]]);
  });

  test("that the answer does not name are sent apart; without details the message is rejected", async () => {
    respond = refuseMixed(
      () => ({ "@acme/old": [device(3), device(9)], other: "no list" }),
      () => ({ status: "ok", id: "t" }),
    );
    expect(await send([1, 3].map(device))).toMatchObject({ kind: "accepted" });
    expect(vendor.calls.map(({ body }) => body.to)).toEqual([
      [device(1), device(3)],
      [device(3)],
      [device(1)],
    ]);
    respond = refuseMixed(
      () => [],
      () => gone,
    );
    expect(await send([1, 3].map(device))).toMatchObject({
      kind: "rejected",
      reason: "The provider answered with status 400: All messages must be for one project",
    });
    expect(vendor.calls).toHaveLength(4);
  });
});

test("check: Expo is asked for a receipt that does not exist, and refuses a wrong access token", async () => {
  const credentials = { apiKey: "k", baseUrl: vendor.url };
  respond = (_call, response) => response.end('{"data":{}}');
  expect(await expo.check?.(credentials, io)).toMatchObject({ kind: "accepted" });
  respond = (_call, response) => response.writeHead(401).end('{"errors":[{"message":"wrong token k"}]}');
  expect(await expo.check?.(credentials, io)).toMatchObject({
    kind: "config_error",
    reason: "The provider answered with status 401: wrong token ***",
  });
  const [call] = vendor.calls;
  expect(call).toMatchObject({ method: "POST", path: "/--/api/v2/push/getReceipts" });
  expect(call?.headers.authorization).toBe("Bearer k");
});

test("check: names a credential that is missing, without a call", async () => {
  expect(await oneSignal.check?.({ apiKey: "k", baseUrl: vendor.url }, io)).toMatchObject({
    kind: "config_error",
    reason: expect.stringContaining("applicationId"),
  });
  expect(vendor.calls).toEqual([]);
});
