import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { type ReceivedCall, useHttpReceiver } from "../../../testing/receivers.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import { expo } from "./expo.ts";
import { oneSignal } from "./one-signal.ts";

let respond: (call: ReceivedCall, response: ServerResponse) => void;
const vendor = await useHttpReceiver((call, response) => respond(call, response));
const allow = parseOutboundAllow(vendor.url.replace("http://", ""));
const io = providerIo(createOutbound({ allow, clock: { now: () => NOW } }));

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
