import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { chat, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** What people's data does in the mark-up of chat vendors: nothing. */

const vendor = await useScriptedProvider();
const service = await useTestService();

const BODY = "*New* by {{payload.name}}: {{payload.text}}";
const payload = {
  name: "Eve <https://evil.example|bank>",
  text: "<!channel> @all [x](https://evil.example)",
};
const SHOWN = `*New* by ${payload.name}: ${payload.text}`;
const J = "\u2060";

const CHAT_PROVIDERS = {
  slack: `*New* by Eve &lt;https://evil.example|bank&gt;: &lt;${J}!channel&gt; @${J}all [x](https://evil.example)`,
  discord: `*New* by Eve \\<https://evil.example\\|bank\\>: \\<${J}!channel\\> @${J}all \\[x\\]\\(https://evil.example\\)`,
  msteams: `*New* by Eve <https://evil.example|bank>: <${J}!channel> @${J}all \\[x\\]\\(https://evil.example\\)`,
  ryver: `*New* by Eve \\<https://evil.example\\|bank\\>: \\<${J}!channel\\> @${J}all \\[x\\]\\(https://evil.example\\)`,
  mattermost: `*New* by Eve \\<${J}https://evil.example\\|bank\\>: \\<${J}!channel\\> @${J}all \\[x\\]\\(https://evil.example\\)`,
  "rocket-chat": `*New* by Eve < https://evil.example|bank>: <${J}!channel> @${J}all [x]${J}(https://evil.example)`,
  zulip: `*New* by Eve &lt;https://evil.example|bank&gt;: &lt;${J}!channel&gt; @${J}all &lsqb;x&rsqb;(https://evil.example)`,
  "grafana-on-call": SHOWN,
  "chat-webhook": SHOWN,
} as const;
type ChatProvider = keyof typeof CHAT_PROVIDERS;

async function environmentWith(
  providerId: string,
  body = BODY,
  credentials = {},
  given?: TestEnvironment,
): Promise<TestEnvironment> {
  const environment = given ?? (await service.newEnvironment("bare"));
  await environment.post("/v1/integrations", {
    providerId,
    channel: "chat",
    name: providerId,
    active: true,
    credentials,
  });
  await environment.given.subscriber(ada.subscriberId);
  const webhookUrl = `${vendor.url}/hook`;
  await environment.given.credentials(ada.subscriberId, providerId, { webhookUrl, channel: "ops" });
  await environment.given.workflow("comment", [chat(body)]);
  return environment;
}

async function sent(environment: TestEnvironment, given: object, overrides = {}): Promise<string> {
  const transactionId = await environment.trigger("comment", "ada", { payload: given, overrides });
  await environment.finished(transactionId);
  return transactionId;
}

/** The text in the request, wherever the vendor wants it. */
function textIn(body: any): string {
  const card = body.attachments?.[0]?.content.body[0].text;
  return card ?? body.text ?? body.content ?? body.message ?? body.body;
}

test.each(Object.entries(CHAT_PROVIDERS) as [ChatProvider, string][])(
  "%s: values are escaped for its mark-up, the author's mark-up stays, and the API shows the plain text",
  async (providerId, expected) => {
    const environment = await environmentWith(providerId);
    const transactionId = await sent(environment, payload);
    expect(vendor.calls.map(({ body }) => textIn(body))).toEqual([expected]);
    const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
    expect(body.data[0].content).toBe(SHOWN);
    expect(JSON.stringify(body)).not.toContain("values");
  },
);

test.each([
  ["slack", { apiToken: "xoxb-1" }, {}, CHAT_PROVIDERS.slack],
  ["getstream", { apiKey: "k", secretKey: "s", senderId: "bot" }, {}, CHAT_PROVIDERS.discord],
  ["telegram", { apiToken: "1:t" }, {}, SHOWN],
  ["telegram", { apiToken: "1:t" }, { parse_mode: "HTML" }, CHAT_PROVIDERS.slack],
  ["whatsapp-business", { apiToken: "t", phoneNumberIdentification: "1" }, {}, SHOWN],
] as const)(
  "%s with the account %j and the overrides %j: the same",
  async (...[providerId, credentials, body, text]) => {
    const environment = await environmentWith(providerId, BODY, { ...credentials, baseUrl: vendor.url });
    vendor.script("/chat.postMessage", (response) => response.end('{"ok":true,"ts":"1"}'));
    vendor.script("/bot1:t/sendMessage", (response) => response.end('{"ok":true,"result":{"message_id":1}}'));
    const overrides = { providers: { [providerId]: { _passthrough: { body } } } };
    await sent(environment, payload, overrides);
    const shown = vendor.calls.map(
      (call) => call.body.message?.text ?? call.body.text.body ?? call.body.text,
    );
    expect(shown[0]).toBe(text);
  },
);

test("a retry sends the same bytes", async () => {
  const environment = await environmentWith("slack", BODY, {}, await frozenAt(service));
  vendor.script("/hook", status(503));
  await environment.given.trigger("comment", payload);
  await advance(environment, 1, "hours");
  const [first, second, ...others] = vendor.calls.map(({ bytes }: any) => bytes.toString());
  expect(others).toEqual([]);
  expect(first).toContain("&lt;");
  expect(second).toBe(first);
});

test("raw means mark-up, as it means HTML in mails; what raw captured keeps its values", async () => {
  const body =
    "{% capture link %}<{{payload.url}}|{{payload.name}}>{% endcapture %}{{ link | raw }} {{ payload.text | raw }} {{ payload.text }}";
  const environment = await environmentWith("slack", body);
  await sent(environment, {
    url: "https://ok.example/?a=1&b=2",
    name: "A > B",
    text: "*x* <!here>",
  });
  expect(vendor.calls.at(-1)?.body.text).toBe(
    `<https://ok.example/?a=1&amp;b=2|A &gt; B> *x* <!here> *x* &lt;${J}!here&gt;`,
  );
});

test("explaining and previewing show the plain text, and an in-app step is escaped as before", async () => {
  const environment = await environmentWith("slack");
  await environment.given.workflow("both", [inApp("{{payload.text}}"), chat(BODY)]);
  const explained = await environment.post("/v1/events/trigger/explain", {
    name: "comment",
    to: "ada",
    payload,
  });
  const [recipient] = explained.body.recipients ?? explained.body.data?.recipients ?? [];
  expect(JSON.stringify(explained.body)).toContain(JSON.stringify(SHOWN));
  expect(JSON.stringify(explained.body)).not.toMatch(/[\ufdd0\ufdd1]|"values"/);
  expect(recipient).toBeDefined();

  const { body: workflow } = await environment.get("/v2/workflows/comment");
  const path = `/v2/workflows/comment/step/${workflow.steps[0]._id}/preview`;
  const preview = await environment.post(path, {
    controlValues: { body: BODY },
    previewPayload: { payload },
  });
  expect(preview.body.result.preview).toEqual({ body: SHOWN });
});
