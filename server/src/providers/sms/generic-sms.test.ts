import { beforeEach, expect, test } from "vitest";
import { providerIo } from "../../../testing/provider-io.ts";
import { useHttpReceiver } from "../../../testing/receivers.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { KEY, NOW } from "../../simulator/vendor-case.ts";
import { genericSms } from "./generic-sms.ts";

let issued = 0;
let accepted: readonly string[] = [];

/** A gateway with a log-in; it accepts only the tokens in `accepted`. */
const gateway = await useHttpReceiver((call, response) => {
  if (call.path === "/login") {
    issued += 1;
    return response.end(JSON.stringify({ auth: { token: `token-${issued}` } }));
  }
  const isAccepted = accepted.some((token) => call.headers.authorization === `Bearer ${token}`);
  return response.writeHead(isAccepted ? 200 : 401).end('{"id":"sms-1"}');
});
const outbound = createOutbound({
  allow: parseOutboundAllow(gateway.url.replace("http://", "")),
  time: { ...systemTime, now: () => NOW },
});
const credentials = {
  baseUrl: `${gateway.url}/sms`,
  authenticateByToken: true,
  domain: `${gateway.url}/login`,
  authenticationTokenKey: "auth.token",
};
const message = { key: KEY, to: "+492", body: "Hi" };

beforeEach(() => {
  gateway.calls.length = 0;
  issued = 0;
});

const paths = () => gateway.calls.map(({ path }) => path);

test("generic SMS: one log-in serves many messages", async () => {
  accepted = ["token-1"];
  const io = providerIo(outbound);
  const first = await Promise.all([1, 2, 3].map(() => genericSms.send(message, credentials, io)));
  const second = await genericSms.send(message, credentials, io);
  expect([...first, second].map(({ kind }) => kind)).toEqual(Array(4).fill("accepted"));
  expect(paths().filter((path) => path === "/login")).toHaveLength(1);
});

test("generic SMS: another account has another token", async () => {
  accepted = ["token-1", "token-2"];
  const io = providerIo(outbound);
  await genericSms.send(message, credentials, io);
  await genericSms.send(message, { ...credentials, apiKey: "another" }, io);
  expect(issued).toBe(2);
});

test("generic SMS: a token that the gateway refuses is renewed once", async () => {
  accepted = ["token-2"];
  expect(await genericSms.send(message, credentials, providerIo(outbound))).toMatchObject({
    kind: "accepted",
  });
  expect(paths()).toEqual(["/login", "/sms", "/login", "/sms"]);
});

test("generic SMS: a gateway that refuses each token is a config_error after two calls", async () => {
  accepted = [];
  const outcome = await genericSms.send(message, credentials, providerIo(outbound));
  expect(outcome).toMatchObject({ kind: "config_error" });
  expect(paths().filter((path) => path === "/sms")).toHaveLength(2);
  expect(JSON.stringify(outcome)).not.toContain("token-");
});

test("generic SMS: a check logs in and sends nothing", async () => {
  const io = providerIo(outbound);
  expect(await genericSms.check?.(credentials, io)).toEqual({ kind: "accepted" });
  const wrong = { ...credentials, authenticationTokenKey: "no.such" };
  expect(await genericSms.check?.(wrong, io)).toMatchObject({ kind: "config_error" });
  expect(paths()).toEqual(["/login", "/login"]);
});
