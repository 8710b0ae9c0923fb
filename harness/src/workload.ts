import type { Cluster } from "./cluster.ts";
import type { WorkflowName } from "./evidence.ts";
import type { TriggerRequest } from "./history-client.ts";
import type { Random } from "./random.ts";

/** The workflows, integrations and triggers of the harness. The text of every message has its mark. */

/** What tells the provider which message it got. */
export const mark = (channel: string) => `@@{{ payload.mark }}|{{ subscriber.subscriberId }}|${channel}@@`;
const EVENTS = "##{% for e in steps.collect.events %}{{ e.payload.mark }},{% endfor %}##";
export const ONE_SECOND = { type: "regular", amount: 1, unit: "seconds" };

export const step = (type: string, stepId: string, controlValues: object) => ({
  name: stepId,
  stepId,
  type,
  controlValues,
});
const inbox = step("in_app", "inbox", { subject: "News", body: mark("in_app") });
const mail = (more = "") =>
  step("email", "mail", { subject: "News", body: `<p>${mark("email")}${more}</p>` });
const sms = step("sms", "sms", { body: mark("sms") });

const STEPS: Record<WorkflowName, object[]> = {
  news: [inbox, mail(), sms],
  collect: [step("digest", "collect", ONE_SECOND), mail(EVENTS)],
  later: [step("delay", "wait", ONE_SECOND), sms],
  crowd: [inbox],
  email: [mail()],
  sms: [sms],
};

/** A deduplicating provider, or a mail server. The SMS provider does not deduplicate. */
export type MailProvider = { url: string } | { smtpPort: number };

/** Creates the integrations and workflows. */
export async function seedData(cluster: Cluster, mailAt: MailProvider, smsUrl: string): Promise<void> {
  const from = "harness@example.com";
  if ("url" in mailAt)
    await connectProvider(cluster, "email", "email-webhook", { webhookUrl: mailAt.url, from });
  else {
    const server = { host: "127.0.0.1", port: String(mailAt.smtpPort), ignoreTls: true };
    await connectProvider(cluster, "email", "nodemailer", { ...server, from });
  }
  await connectProvider(cluster, "sms", "generic-sms", { baseUrl: smsUrl, from: "+15550100" });
  for (const [workflowId, steps] of Object.entries(STEPS)) await createWorkflow(cluster, workflowId, steps);
}

export async function createWorkflow(cluster: Cluster, workflowId: string, steps: readonly object[]) {
  const input = { name: workflowId, workflowId, steps, __source: "harness" };
  await succeeded(cluster.request("POST", "/v2/workflows", input));
}

async function connectProvider(cluster: Cluster, channel: string, providerId: string, credentials: object) {
  const input = { providerId, channel, name: providerId, active: true, check: false, credentials };
  const created = await succeeded(cluster.request("POST", "/v1/integrations", input));
  await cluster.request("POST", `/v1/integrations/${String(created._id)}/set-primary`);
}

/** The record of an answer. @throws Error if the request was refused. */
export async function succeeded(request: ReturnType<Cluster["request"]>): Promise<Record<string, unknown>> {
  const { status, body } = await request;
  if (status >= 300) throw new Error(`the test data could not be created: ${status} ${JSON.stringify(body)}`);
  return body;
}

const PEOPLE = Array.from({ length: 12 }, (_, n) => `person${n}`);
/** A subscriber as triggers name it. */
export const recipient = (subscriberId: string) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
  phone: "+15550123",
});

export type Traffic = {
  next(n: number): TriggerRequest;
  of(workflow: WorkflowName, n: number): TriggerRequest;
};

/** Mostly "news", some digests and some delays; each trigger has its own transactionId. */
export function createTraffic(name: string, random: Random): Traffic {
  const of = (workflow: WorkflowName, n: number): TriggerRequest => {
    const transactionId = `${name}-${n}`;
    const first = random.integer(0, PEOPLE.length - 1);
    const people = workflow === "news" ? [first, (first + 1) % PEOPLE.length] : [first % 4];
    const recipients = workflow === "crowd" ? CROWD : people.map((index) => PEOPLE[index] as string);
    const to = workflow === "crowd" ? [{ type: "Topic", topicKey: "crowd" }] : recipients.map(recipient);
    const body = { name: workflow, to, transactionId, payload: { mark: transactionId } };
    return { workflow, transactionId, recipients, body };
  };
  return { of, next: (n) => of(random.pick(MIX), n) };
}

const MIX: readonly WorkflowName[] = ["news", "news", "news", "collect", "collect", "later"];

/** More members than a worker expands in one batch. */
const CROWD = Array.from({ length: 600 }, (_, n) => `member${n}`);
const BATCH = 100;

/** Creates the members of the topic "crowd": a trigger creates its recipients as subscribers. */
export async function createCrowd(cluster: Cluster, waitUntilSettled: () => Promise<void>): Promise<void> {
  const batches = Array.from({ length: CROWD.length / BATCH }, (_, n) =>
    CROWD.slice(n * BATCH, (n + 1) * BATCH),
  );
  for (const subscriptions of batches)
    await succeeded(
      cluster.request("POST", "/v1/events/trigger", {
        name: "crowd",
        to: subscriptions,
        payload: { mark: "m" },
      }),
    );
  await waitUntilSettled();
  for (const subscriptions of batches)
    await succeeded(cluster.request("POST", "/v2/topics/crowd/subscriptions", { subscriptions }));
}
