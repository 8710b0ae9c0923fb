import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { providerIo } from "../../testing/provider-io.ts";
import { systemTime } from "../foundation/clock.ts";
import { parseOutboundAllow } from "../outbound/allow-list.ts";
import { createOutbound } from "../outbound/outbound.ts";
import type { Credentials, Provider, SendOutcome } from "../providers/provider.ts";
import { casesOf, isFault, responseNamed } from "./choose-response.ts";
import type { VendorDescription } from "./describe-vendor.ts";
import { leavesOf } from "./leaves.ts";
import type { Shown } from "./shown.ts";
import { startSimulator } from "./simulator.ts";
import type { AnyVendorCase } from "./vendor-case.ts";
import { SIMULATED_CASES } from "./vendors/simulated.ts";

const lines: Shown[] = [];
const outbound = createOutbound({ allow: parseOutboundAllow("127.0.0.0/8"), time: systemTime });
const simulator = await startSimulator({
  cases: SIMULATED_CASES,
  port: 0,
  time: systemTime,
  call: outbound.request,
  show: (line) => lines.push(line),
});
afterAll(async () => {
  await simulator.close();
  outbound.close();
});
const io = providerIo(outbound);

async function described({ provider }: AnyVendorCase): Promise<VendorDescription> {
  return (await fetch(`${simulator.url}/${provider.id}`)).json() as Promise<VendorDescription>;
}

type Sent = { word?: string; credentials?: Credentials; key?: string };

/** Sends the vendor's message with the credentials and the address that the simulator states, under a key of its own. */
async function send(
  vendorCase: AnyVendorCase,
  { word = "", credentials: more = {}, key = randomUUID() }: Sent = {},
): Promise<SendOutcome> {
  const { provider, message } = vendorCase;
  const { credentials, subscriberCredentials = {} } = formOf(await described(vendorCase), vendorCase);
  const { deviceTokens, ...address } = subscriberCredentials;
  const text = word && { [marked(vendorCase)]: `Hi simulate-${word} there` };
  return (provider as Provider).send(
    { ...message, key, ...address, ...(deviceTokens ? { tokens: deviceTokens } : {}), ...text } as never,
    { ...(credentials as Credentials), ...more },
    io,
  );
}

/** Slack has two forms. */
function formOf(first: VendorDescription, { credentials }: AnyVendorCase): VendorDescription {
  const forms = [first, ...(first.otherForms ?? [])];
  const names = Object.keys(credentials);
  return forms.find((form) => names.every((name) => name in form.credentials)) ?? first;
}

/** Whether the URL belongs to the subscriber: then the vendor's refusals are not about the integration. */
const isOfSubscriber = ({ provider, message }: AnyVendorCase) =>
  provider.id === "web-push" || ("webhookUrl" in message && message.webhookUrl !== undefined);

/** The field of a message that every vendor of the channel sends. */
const marked = ({ provider }: AnyVendorCase) => (provider.channel === "email" ? "subject" : "body");

describe.each(SIMULATED_CASES.map((one) => [one.provider.id, one] as const))("%s", (id, vendorCase) => {
  const { provider, credentials } = vendorCase;

  test("success: each message has an id of its own, and its line shows recipient and text", async () => {
    lines.length = 0;
    const outcomes = [await send(vendorCase), await send(vendorCase)];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted"]);
    const ids = outcomes.flatMap((one) => (one.kind === "accepted" ? (one.providerMessageId ?? []) : []));
    expect(new Set(ids).size).toBe(ids.length);
    const shown = lines.at(-1);
    expect(shown).toMatchObject({ providerId: id, result: expect.stringMatching(/^20\d accepted/) });
    expect([shown?.to, shown?.text]).not.toContain("");
  });

  test("each documented response can be asked for in the text, and means what is documented", async () => {
    for (const name of casesOf(vendorCase).filter((one) => !isFault(one))) {
      const response = responseNamed(name, vendorCase);
      const outcome = await send(vendorCase, { word: name });
      const kind =
        isOfSubscriber(vendorCase) && response?.outcome === "config_error"
          ? "recipient_error"
          : response?.outcome;
      expect([name, outcome.kind]).toEqual([name, kind]);
    }
  });

  const secrets = provider.fields.filter(
    ({ name, isSecret }) => isSecret && typeof credentials[name] === "string",
  );
  test.each(secrets.map(({ name }) => name))("wrong %s: refused as the vendor refuses it", async (name) => {
    const outcome = await send(vendorCase, { credentials: { [name]: "another" } });
    expect(outcome.kind).toBe("config_error");
  });

  const hasBody = leavesOf(vendorCase.request.body).length > 0;
  test.each(hasBody ? ["text/plain"] : [])("a request as %s is refused", async (type) => {
    const { path, headers } = vendorCase.request;
    const url = `${simulator.url}/${id}${path}`;
    await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": type },
      body: "Hi",
    });
    expect(lines.at(-1)?.result).toMatch(/content type|signature|VAPID/);
  });

  test("describes itself: credentials with the address, and its cases", async () => {
    const shown = await described(vendorCase);
    expect(shown).toMatchObject({ providerId: id, channel: provider.channel });
    expect(shown.cases).toEqual(expect.arrayContaining(["throttled", "garbage"]));
    const alone = await fetch(`${simulator.url}/${id}/credentials`);
    expect(await alone.json()).toEqual(shown.credentials);
  });
});

describe("repeated messages", () => {
  const recognizing = SIMULATED_CASES.filter(({ deduplication }) => deduplication);

  test("the vendors whose providers state so recognize them", () => {
    const ids = recognizing.map(({ provider }) => provider.id).sort();
    expect(ids).toEqual(
      [
        ...["azure-sms", "getstream", "infobip-email", "infobip-sms", "one-signal"],
        ...["resend", "sendinblue", "sparkpost"],
      ].sort(),
    );
  });

  test.each(recognizing.map((one) => [one.provider.id, one] as const))("%s: by its key", async (_, one) => {
    const key = randomUUID();
    const [first, second] = [await send(one, { key }), await send(one, { key })];
    expect([first.kind, second.kind]).toEqual(["accepted", "accepted"]);
    expect(lines.at(-1)?.result).toMatch(/repeated: the message of an earlier request, id /);
    if (!one.deduplication?.again) expect(second).toMatchObject(first);
    await send(one);
    expect(lines.at(-1)?.result).toMatch(/accepted/);
  });

  const resend = SIMULATED_CASES.find(({ provider }) => provider.id === "resend") as AnyVendorCase;

  test("the same key with another body: the vendor says so", async () => {
    const key = randomUUID();
    await send(resend, { key });
    const outcome = await send(resend, { key, word: "opened" });
    expect(outcome).toMatchObject({
      kind: "accepted",
      raw: expect.stringContaining("different request payload"),
    });
    expect(lines.at(-1)?.result).toMatch(/^409 repeated: .* with another body/);
  });

  test("brevo does not repeat the answer that was lost: it refuses the key, and the mail counts as sent", async () => {
    const brevo = SIMULATED_CASES.find(({ provider }) => provider.id === "sendinblue") as AnyVendorCase;
    const key = randomUUID();
    await fetch(`${simulator.url}/_fail/reset?vendor=sendinblue`, { method: "PUT" });
    const outcomes = [await send(brevo, { key }), await send(brevo, { key })];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["ambiguous", "accepted"]);
    expect(lines.at(-1)?.result).toMatch(/^400 repeated: the message of an earlier request/);
  });

  test("a message whose answer was lost is recognized; one that was refused is not", async () => {
    const key = randomUUID();
    await fetch(`${simulator.url}/_fail/throttled?vendor=resend`, { method: "PUT" });
    await fetch(`${simulator.url}/_fail/reset?vendor=resend`, { method: "PUT" });
    const kinds = [await send(resend, { key }), await send(resend, { key }), await send(resend, { key })];
    expect(kinds.map(({ kind }) => kind)).toEqual(["not_processed", "ambiguous", "accepted"]);
    expect(lines.at(-1)?.result).toMatch(/^200 repeated/);
  });
});

describe("the simulator", () => {
  const telegram = SIMULATED_CASES.find(({ provider }) => provider.id === "telegram") as AnyVendorCase;

  test("a planned failure is used as often as stated, for its vendor only", async () => {
    const planned = await fetch(`${simulator.url}/_fail/throttled?vendor=telegram&times=2`, {
      method: "PUT",
    });
    expect(planned.status).toBe(200);
    const twilio = SIMULATED_CASES.find(({ provider }) => provider.id === "twilio") as AnyVendorCase;
    expect((await send(twilio)).kind).toBe("accepted");
    const kinds = [await send(telegram), await send(telegram), await send(telegram)].map(({ kind }) => kind);
    expect(kinds).toEqual(["not_processed", "not_processed", "accepted"]);
  });

  test("plans can be dropped; an invalid plan is refused", async () => {
    await fetch(`${simulator.url}/_fail/rejected`, { method: "PUT" });
    await fetch(`${simulator.url}/_fail`, { method: "DELETE" });
    expect((await send(telegram)).kind).toBe("accepted");
    const refused = await fetch(`${simulator.url}/_fail/rejected?times=none`, { method: "PUT" });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: expect.stringContaining("times") },
    ]);
  });

  test("faults: garbage is ambiguous, a closed connection too", async () => {
    expect((await send(telegram, { word: "garbage" })).kind).toBe("ambiguous");
    expect((await send(telegram, { word: "reset" })).kind).toBe("ambiguous");
  });

  test("an unknown case in a text: the answer lists the cases of the vendor", async () => {
    const outcome = await send(telegram, { word: "nonsense" });
    expect(outcome).toMatchObject({ kind: "rejected", raw: expect.stringContaining("flood-control") });
  });

  test("HTTP/2 without TLS is served on the same port", async () => {
    const { path, body } = telegram.request;
    const call = {
      method: "POST",
      url: `${simulator.url}/telegram${path}`,
      body: JSON.stringify(body),
    } as const;
    const headers = { "content-type": "application/json" };
    const answer = await io.request({ ...call, headers, http2: { session: "test" } });
    expect(answer).toMatchObject({
      kind: "answered",
      status: 200,
      body: expect.stringContaining("message_id"),
    });
  });

  test.each([
    ["telegram", "apiToken", /check of the credentials/],
    ["braze", "apiKey", /400 accepted: check of the credentials/],
    ["plunk", "apiKey", /400 accepted: check of the credentials/],
    ["kannel", "password", /400 accepted: check of the credentials/],
    ["pusher-beams", "secretKey", /200 accepted/],
  ])("%s: a check of credentials is answered", async (id, secret, result) => {
    const { provider, credentials: own } = SIMULATED_CASES.find(
      (one) => one.provider.id === id,
    ) as AnyVendorCase;
    const credentials = { ...own, baseUrl: `${simulator.url}/${id}` };
    expect(await provider.check?.(credentials, io)).toMatchObject({ kind: "accepted" });
    expect(lines.at(-1)?.result).toMatch(result);
    const wrong = { ...credentials, [secret]: "1:wrong" };
    expect(await provider.check?.(wrong, io)).toMatchObject({ kind: "config_error" });
  });

  test("an incomplete message is no check, although the check has its path", async () => {
    const headers = { authorization: "Bearer sk_the-key", "content-type": "application/json" };
    const body = JSON.stringify({ to: "ada@example.com" });
    await fetch(`${simulator.url}/plunk/v1/send`, { method: "POST", headers, body });
    expect(lines.at(-1)?.result).toMatch("rejected: subject or template is missing");
    const query = "username=tester&password=the-password&text=Hi";
    await fetch(`${simulator.url}/kannel/cgi-bin/sendsms?${query}`);
    expect(lines.at(-1)?.result).toMatch("rejected: the query parameter to is missing");
  });
});
