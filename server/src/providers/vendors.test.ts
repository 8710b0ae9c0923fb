import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { useHttp2Receiver } from "../../testing/http2-receiver.ts";
import { providerIo } from "../../testing/provider-io.ts";
import type { ReceivedCall } from "../../testing/receivers.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { COMMON_RESPONSES } from "../simulator/common-responses.ts";
import { decodeBody } from "../simulator/received.ts";
import { type AnyVendorCase, NOW, type VendorResponseCase } from "../simulator/vendor-case.ts";
import { VENDOR_CASES } from "../simulator/vendors/vendors.ts";
import { secretsOf } from "./credential.ts";
import type { Credentials, Provider, SendOutcome } from "./provider.ts";
import { createProviders } from "./providers.ts";

type Respond = (response: ServerResponse) => void;
let respond: Respond = (response) => response.end();
let answersBefore: AnyVendorCase["answersBefore"];
const vendor = await useHttp2Receiver((call, response) => {
  const before = answersBefore?.[call.path];
  if (!before) return respond(response);
  vendor.calls.pop();
  response.end(JSON.stringify(before));
});
const outbound = createOutbound({
  allow: parseOutboundAllow(vendor.url.replace("http://", "")),
  time: { ...systemTime, now: () => NOW },
});
const io = providerIo(outbound);

async function send(vendorCase: AnyVendorCase, more: Credentials = {}): Promise<SendOutcome> {
  vendor.calls.length = 0;
  answersBefore = vendorCase.answersBefore;
  const { provider, message } = vendorCase;
  const credentials = { ...vendorCase.credentials, baseUrl: vendor.url, ...more };
  const hook = hookOf(vendorCase);
  const { pathname, search } = new URL(hook ?? vendor.url);
  const sent = hook ? { ...message, webhookUrl: `${vendor.url}${pathname}${search}` } : message;
  return (provider as Provider).send(sent as never, credentials, io);
}

/** The URL of the subscriber, for the vendors that post to it. */
function hookOf({ message }: AnyVendorCase): string | undefined {
  return "webhookUrl" in message ? message.webhookUrl : undefined;
}

function sent({ status, headers = {}, body = "" }: VendorResponseCase): Respond {
  const isJson = typeof body === "object";
  const type = { "content-type": isJson ? "application/json" : "text/plain" };
  return (response) =>
    response.writeHead(status, { ...type, ...headers }).end(isJson ? JSON.stringify(body) : body);
}

async function bodyIn({ headers, body }: Partial<ReceivedCall> = {}): Promise<unknown> {
  const type = headers?.["content-type"];
  if (type === undefined) return {};
  return typeof body === "string" ? decodeBody(Buffer.from(body), type) : body;
}

/** Outcome and properties that the case states; what it leaves out must be absent, except for id and reason. */
function expected({ outcome, id, reason, retryAfterMs, ...more }: VendorResponseCase): object {
  const { isThrottled, invalidTokens } = more;
  return {
    kind: outcome,
    ...(id === undefined ? {} : { providerMessageId: id }),
    ...(reason === undefined ? {} : { reason: expect.stringContaining(reason) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isThrottled ? { isThrottled } : {}),
    ...(invalidTokens ? { invalidTokens } : {}),
  };
}

test.each(VENDOR_CASES.map((one) => [one.provider.id, one] as const))(
  "%s: is in the registry and states its fields",
  (id, { provider, credentials }) => {
    const { find, close } = createProviders(systemTime);
    close();
    expect(find(id)).toBe(provider);
    expect(provider.docsUrl).toMatch(/^https:\/\//);
    const required = provider.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    expect(Object.keys(credentials)).toEqual(expect.arrayContaining(required));
  },
);

describe.each(VENDOR_CASES.map((one) => [one.provider.id, one] as const))("%s", (_id, vendorCase) => {
  const { request, responses, provider, credentials } = vendorCase;

  test("request: path, headers and body are as the vendor documents them", async () => {
    const accepted = responses.find(({ outcome }) => outcome === "accepted") as VendorResponseCase;
    respond = sent(accepted);
    await send(vendorCase);
    const [call, ...others] = vendor.calls;
    expect(others).toEqual([]);
    expect(call?.path).toBe(request.path);
    expect(call?.headers).toMatchObject(request.headers);
    expect(await bodyIn(call)).toEqual(request.body);
  });

  // The URL belongs to the subscriber, not to the integration.
  const isHook = hookOf(vendorCase) !== undefined;
  const common = COMMON_RESPONSES.map((one) =>
    isHook && one.outcome === "config_error" ? { ...one, outcome: "recipient_error" as const } : one,
  );

  test.each([...responses, ...common].map((one) => [one.name, one] as const))(
    "response: %s",
    async (_name, response) => {
      respond = sent(response);
      const outcome = await send(vendorCase);
      expect(outcome).toMatchObject(expected(response));
      expect("isThrottled" in outcome).toBe(response.isThrottled === true);
      expect("isQuotaUsedUp" in outcome).toBe(response.isQuotaUsedUp === true);
      expect("invalidTokens" in outcome).toBe(response.invalidTokens !== undefined);
      const { refused } = outcome.recipients ?? {};
      // The refused devices of a push are `invalidTokens`.
      if (provider.channel !== "push")
        expect(refused?.map(({ recipient }) => recipient)).toEqual(response.refused);
    },
  );

  test("secrets: a vendor that repeats them does not make them visible", async () => {
    const secrets = secretsOf(provider.fields, credentials);
    const text = `${secrets.join(" ")} ${request.headers.authorization ?? ""}`;
    for (const status of [200, 400]) {
      respond = sent({
        name: "",
        status,
        body: { message: text, error: text, id: text },
        outcome: "rejected",
      });
      const shown = JSON.stringify(await send(vendorCase));
      for (const secret of secrets) expect(shown).not.toContain(secret);
      const [, encoded] = /^\w+ (.+)$/.exec(request.headers.authorization ?? "") ?? [];
      if (encoded) expect(shown).not.toContain(encoded);
    }
  });

  test.each(provider.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name))(
    "without %s: a config_error that names it, and no call",
    async (name) => {
      const outcome = await send(vendorCase, { [name]: "" });
      expect(outcome).toMatchObject({ kind: "config_error", reason: expect.stringContaining(name) });
      expect(vendor.calls).toEqual([]);
    },
  );
});

const CHECKED = VENDOR_CASES.filter(({ check }) => check !== undefined);

test.each(CHECKED.map((one) => [one.provider.id, one] as const))(
  "%s: check makes one harmless call, and accepts right credentials only",
  async (_id, { provider, credentials, responses, check }) => {
    const { method, path, headers = {}, body, status = 200, answer = {} } = check ?? {};
    vendor.calls.length = 0;
    respond = sent({ name: "", status, body: answer, outcome: "accepted" });
    const asked = { ...credentials, baseUrl: vendor.url };
    expect(await provider.check?.(asked, io)).toMatchObject({ kind: "accepted" });
    expect(vendor.calls).toMatchObject([{ method, path, headers }]);
    if (body) expect(vendor.calls[0]?.body).toEqual(body);
    for (const refusal of responses.filter(({ outcome }) => outcome === "config_error")) {
      respond = sent(refusal);
      expect(await provider.check?.(asked, io)).toMatchObject({ kind: "config_error" });
    }
  },
);
