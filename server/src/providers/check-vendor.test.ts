import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { providerIo } from "../../testing/provider-io.ts";
import { useHttpReceiver } from "../../testing/receivers.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { NOW } from "../simulator/vendor-case.ts";
import { resend } from "./email/resend.ts";
import { createProviders } from "./providers.ts";
import { twilio } from "./sms/twilio.ts";

let respond: (response: ServerResponse) => void = (response) => response.end();
const vendor = await useHttpReceiver((_call, response) => respond(response));
const outbound = createOutbound({
  allow: parseOutboundAllow(vendor.url.replace("http://", "")),
  time: { ...systemTime, now: () => NOW },
});
const io = providerIo(outbound);
const ACCOUNT = { accountSid: "AC123", token: "the-token", from: "+491", baseUrl: vendor.url };

const answer = (status: number, body: object, headers = {}) => {
  respond = (response) => response.writeHead(status, headers).end(JSON.stringify(body));
};

test.each([
  ["200", 200, "accepted"],
  ["400: no message could be at fault", 400, "config_error"],
  ["401", 401, "config_error"],
  ["403", 403, "config_error"],
  ["404", 404, "config_error"],
  ["410", 410, "config_error"],
  ["500", 500, "ambiguous"],
  ["503", 503, "not_processed"],
])("a check of credentials with the answer %s", async (_name, status, kind) => {
  answer(status, {});
  expect(await twilio.check?.(ACCOUNT, io)).toMatchObject({ kind });
});

test("a check of credentials reads Retry-After, and hides what the vendor repeats of them", async () => {
  answer(429, { code: 20429, message: "Too many requests of the-token" }, { "retry-after": "9" });
  const outcome = await twilio.check?.(ACCOUNT, io);
  expect(outcome).toMatchObject({ kind: "not_processed", retryAfterMs: 9_000, isThrottled: true });
  expect(JSON.stringify(outcome)).not.toContain("the-token");
});

test("a check of credentials calls no vendor without the required ones", async () => {
  vendor.calls.length = 0;
  expect(await twilio.check?.({ ...ACCOUNT, token: "" }, io)).toMatchObject({ kind: "config_error" });
  expect(vendor.calls).toEqual([]);
});

test("Resend: a key that may only send is accepted", async () => {
  answer(401, {
    statusCode: 401,
    name: "restricted_api_key",
    message: "This API key is restricted to only send emails",
  });
  const credentials = { apiKey: "re_1", from: "a@example.com", baseUrl: vendor.url };
  expect(await resend.check?.(credentials, io)).toMatchObject({ kind: "accepted" });
});

test("each provider of e-mail and SMS has a check, except those whose vendors have no harmless call", () => {
  const { list, close } = createProviders(systemTime);
  close();
  const unchecked = list.filter(
    (one) => (one.channel === "email" || one.channel === "sms") && one.canSend !== false && !one.check,
  );
  expect(unchecked.map(({ id }) => id).sort()).toEqual(
    ["email-webhook", "gupshup", "netcore", "svc-email"].sort(),
  );
});
