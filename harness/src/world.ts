import type { Cluster } from "./cluster.ts";
import type { Dice } from "./dice.ts";
import type { WorkflowName } from "./evidence.ts";
import type { Wish } from "./history-client.ts";

/** What the harness sends, and through whom. Every message says in its own text for whom it is. */

const mark = (channel: string) => `@@{{ payload.mark }}|{{ subscriber.subscriberId }}|${channel}@@`;
const EVENTS = "##{% for e in steps.collect.events %}{{ e.payload.mark }},{% endfor %}##";
const ONE_SECOND = { type: "regular", amount: 1, unit: "seconds" };

const step = (type: string, stepId: string, controlValues: object) => ({
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
  letter: [mail()],
  text: [sms],
};

/** A provider that knows its keys, or a mail server. The SMS provider takes whatever comes. */
export type MailProvider = { url: string } | { smtpPort: number };

export async function furnish(cluster: Cluster, mailAt: MailProvider, smsUrl: string): Promise<void> {
  const from = "harness@example.com";
  if ("url" in mailAt)
    await connectProvider(cluster, "email", "email-webhook", { webhookUrl: mailAt.url, from });
  else {
    const place = { host: "127.0.0.1", port: String(mailAt.smtpPort), ignoreTls: true };
    await connectProvider(cluster, "email", "nodemailer", { ...place, from });
  }
  await connectProvider(cluster, "sms", "generic-sms", { baseUrl: smsUrl, from: "+15550100" });
  for (const [workflowId, steps] of Object.entries(STEPS))
    await done(
      cluster.request("POST", "/v2/workflows", { name: workflowId, workflowId, steps, __source: "harness" }),
    );
}

async function connectProvider(cluster: Cluster, channel: string, providerId: string, credentials: object) {
  const kind = { providerId, channel, name: providerId, active: true, check: false };
  const made = await done(cluster.request("POST", "/v1/integrations", { ...kind, credentials }));
  await cluster.request("POST", `/v1/integrations/${String(made._id)}/set-primary`);
}

async function done(answering: ReturnType<Cluster["request"]>): Promise<Record<string, unknown>> {
  const { status, body } = await answering;
  if (status >= 300) throw new Error(`the world could not be furnished: ${status} ${JSON.stringify(body)}`);
  return body;
}

const PEOPLE = Array.from({ length: 12 }, (_, n) => `person${n}`);
const recipient = (subscriberId: string) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
  phone: "+15550123",
});

export type Traffic = { next(n: number): Wish; of(workflow: WorkflowName, n: number): Wish };

/** Mostly plain news, some digests, some delays; always with a transactionId of its own. */
export function createTraffic(name: string, dice: Dice): Traffic {
  const of = (workflow: WorkflowName, n: number): Wish => {
    const transactionId = `${name}-${n}`;
    const first = dice.whole(0, PEOPLE.length - 1);
    const people = workflow === "news" ? [first, (first + 1) % PEOPLE.length] : [first % 4];
    const recipients = workflow === "crowd" ? CROWD : people.map((index) => PEOPLE[index] as string);
    const to = workflow === "crowd" ? [{ type: "Topic", topicKey: "crowd" }] : recipients.map(recipient);
    const body = { name: workflow, to, transactionId, payload: { mark: transactionId } };
    return { workflow, transactionId, recipients, body };
  };
  return { of, next: (n) => of(dice.pick(MIX), n) };
}

const MIX: readonly WorkflowName[] = ["news", "news", "news", "collect", "collect", "later"];

/** More than a worker expands at once. */
const CROWD = Array.from({ length: 600 }, (_, n) => `member${n}`);
const SHARE = 100;

/** Makes the members of the topic: a trigger makes subscribers of those it names. */
export async function gatherCrowd(cluster: Cluster, isQuiet: () => Promise<void>): Promise<void> {
  const shares = Array.from({ length: CROWD.length / SHARE }, (_, n) =>
    CROWD.slice(n * SHARE, (n + 1) * SHARE),
  );
  for (const subscriptions of shares)
    await done(
      cluster.request("POST", "/v1/events/trigger", {
        name: "crowd",
        to: subscriptions,
        payload: { mark: "m" },
      }),
    );
  await isQuiet();
  for (const subscriptions of shares)
    await done(cluster.request("POST", "/v2/topics/crowd/subscriptions", { subscriptions }));
}
