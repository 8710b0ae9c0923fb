import type { Cluster } from "../../cluster.ts";
import type { CampaignWorkflow } from "../../evidence.ts";
import type { Scenario } from "../../scenario.ts";
import { openScriptedProvider, type ScriptedProvider } from "../../scripted-provider.ts";
import { openScriptedSmtp } from "../../scripted-smtp.ts";
import type { SyncedLog } from "../../synced-log.ts";
import { createWorkflow, mark, ONE_SECOND, step, succeeded } from "../../workload.ts";
import { COPY_SERVER, greylisting } from "./copies.ts";
import { listAt, textAt } from "./fields.ts";
import { SIGNING_KEY } from "./receipt-events.ts";
import { KEYED, nameOf, PATHS, RATES, VENDORS, vendorScript } from "./vendors.ts";

/** The workflows, integrations and addresses of the campaign, besides those of `workload.ts`. */

const text = (channel: string) => ({ subject: "News", body: `<p>${mark(channel)}</p>` });
const mail = step("email", "mail", text("email"));
const sms = step("sms", "sms", { body: mark("sms") });
const button = (label: string) => ({ label, redirect: { url: "/answer", target: "_self" } });

const STEPS: Record<CampaignWorkflow, object[]> = {
  ask: [
    step("in_app", "inbox", {
      subject: "A question",
      body: mark("in_app"),
      primaryAction: button("Yes"),
      secondaryAction: button("No"),
    }),
  ],
  chat: [step("chat", "chat", { body: mark("chat") })],
  copied: [mail],
  doomed: [sms],
  // With the data of the subscriber, which an erasure must find.
  life: [
    step("in_app", "inbox", {
      subject: "For {{ subscriber.firstName }}",
      body: `{{ payload.note }} ${mark("in_app")}`,
    }),
    step("delay", "wait", ONE_SECOND),
    step("email", "mail", {
      subject: "For {{ subscriber.firstName }}",
      body: `<p>{{ payload.note }} ${mark("email")}</p>`,
    }),
    sms,
  ],
  pair: [mail],
  rated: [sms],
  receipt: [mail],
};

/** Which messages an integration takes: those whose payload has this route, or all others. */
const byRoute = (route: CampaignWorkflow, isNegated = false) => ({
  conditions: [
    {
      isNegated,
      type: "GROUP",
      value: "AND",
      children: [{ field: "route", on: "payload", operator: "EQUAL", value: route }],
    },
  ],
});

const FROM = "harness@example.com";

/** In this order: of two that take a message, the one that was created last is the first. */
function integrationsAt(url: string, copyPort: number): object[] {
  const webhook = (name: "fallback" | "first") => ({
    providerId: "email-webhook",
    channel: "email",
    identifier: name,
    ...byRoute("pair"),
    credentials: { webhookUrl: url + PATHS[name], from: FROM },
  });
  const gateway = (name: "doomed" | "rated") => ({
    providerId: "generic-sms",
    channel: "sms",
    identifier: name,
    ...byRoute(name),
    credentials: { baseUrl: url + PATHS[name], from: "+15550100" },
  });
  return [
    webhook("fallback"),
    webhook("first"),
    gateway("doomed"),
    { ...gateway("rated"), rates: RATES },
    {
      providerId: "resend",
      channel: "email",
      identifier: "resend",
      ...byRoute("receipt"),
      rates: RATES,
      credentials: { apiKey: "re_campaign", from: FROM, baseUrl: url },
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: SIGNING_KEY },
    },
    {
      providerId: "nodemailer",
      channel: "email",
      identifier: COPY_SERVER,
      ...byRoute("copied"),
      credentials: { host: "127.0.0.1", port: String(copyPort), ignoreTls: true, from: FROM },
    },
    { providerId: "chat-webhook", channel: "chat", identifier: "chat", credentials: {} },
  ];
}

type Place = { cluster: Cluster; log: SyncedLog };

async function openVendors({ cluster, log }: Place): Promise<readonly ScriptedProvider[]> {
  const vendors = await openScriptedProvider({ name: VENDORS, isDeduplicating: true, log });
  vendors.setScript(vendorScript());
  const copyServer = await openScriptedSmtp(COPY_SERVER, log, greylisting());
  const url = `http://127.0.0.1:${vendors.port}`;
  await keepFromPair(cluster);
  for (const integration of integrationsAt(url, copyServer.port))
    await succeeded(
      cluster.request("POST", "/v1/integrations", { ...integration, active: true, check: false }),
    );
  for (const [workflowId, steps] of Object.entries(STEPS)) await createWorkflow(cluster, workflowId, steps);
  await giveChatAddresses(cluster, url + PATHS.chat);
  return [vendors, copyServer];
}

/** The mail server takes no mail of the pair: otherwise it would be a second fallback. */
async function keepFromPair(cluster: Cluster): Promise<void> {
  const listed: unknown = await succeeded(cluster.request("GET", "/v1/integrations"));
  const server = listAt(listed).find((one) => textAt(one, "providerId") === "nodemailer");
  await succeeded(cluster.request("PUT", `/v1/integrations/${textAt(server, "_id")}`, byRoute("pair", true)));
}

/** Those to whom single messages go (`createTraffic`). */
const CHATTING = ["person0", "person1", "person2", "person3"];

async function giveChatAddresses(cluster: Cluster, webhookUrl: string): Promise<void> {
  for (const subscriberId of CHATTING) {
    await succeeded(cluster.request("POST", "/v2/subscribers", { subscriberId }));
    const address = { providerId: "chat-webhook", credentials: { webhookUrl } };
    await succeeded(cluster.request("PUT", `/v1/subscribers/${subscriberId}/credentials`, address));
  }
}

/** What a scenario with activities of the campaign needs. */
export const CAMPAIGN_WORLD = {
  isMailSmtp: true,
  isSmsKeyed: true,
  openProviders: openVendors,
  deduplicating: KEYED,
  concurrency: { [nameOf("rated")]: RATES.concurrency, [nameOf("resend")]: RATES.concurrency },
} satisfies Partial<Scenario>;
