import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Tidings } from "@tidings/client";
import { type MailServer, startMailServer } from "./demo-mail.ts";
import { startDemoServer } from "./demo-server.ts";

/**
 * The main use case: three comments on Ada's photo become one in-app message and one e-mail; then the five operations
 * of the specification show what happened.
 */
async function demo(): Promise<void> {
  const mail = await startMailServer();
  print("A local mail server listens on port", mail.port);
  const server = await startDemoServer();
  print("Tidings is ready at", server.url, "with a temporary store");
  try {
    const tidings = createClient(server);
    await prepare(tidings, mail);
    const transactionId = await triggerComments(tidings);
    await untilDelivered(tidings, mail);
    await showOperations(tidings, transactionId);
  } finally {
    await server.close();
    await mail.close();
    print("Stopped; the temporary store is deleted.");
  }
}

const WINDOW_SECONDS = 3;

async function prepare(tidings: Tidings, mail: MailServer): Promise<void> {
  for (const [subscriberId, firstName] of [
    ["ada", "Ada"],
    ["bob", "Bob"],
    ["cleo", "Cleo"],
  ] as const) {
    await tidings.subscribers.create({ subscriberId, firstName, email: `${subscriberId}@example.com` });
  }
  print("Three subscribers: ada, bob and cleo");
  await tidings.integrations.create({
    providerId: "nodemailer",
    channel: "email",
    name: "Demo mail",
    credentials: { host: "127.0.0.1", port: String(mail.port), ignoreTls: true, from: "photos@example.org" },
  });
  print("An SMTP integration for e-mail; it replaces the local outbox");
  const sentence =
    "{{ steps.collect.events | toSentence: 'payload.by', 2, 'other' }} commented on your photo";
  await tidings.workflows.create({
    name: "Comments",
    workflowId: "comments",
    __source: "demo",
    steps: [
      {
        name: "Collect",
        stepId: "collect",
        type: "digest",
        controlValues: { type: "regular", amount: WINDOW_SECONDS, unit: "seconds" },
      },
      {
        name: "Inbox",
        stepId: "inbox",
        type: "in_app",
        controlValues: { subject: "New comments", body: sentence },
      },
      {
        name: "Mail",
        stepId: "mail",
        type: "email",
        controlValues: { subject: sentence, body: `<p>${sentence}</p>` },
      },
    ],
  });
  print(`A workflow: digest of ${WINDOW_SECONDS} seconds, then in-app, then e-mail`);
}

/** Returns the transactionId of the event that opened the digest. */
async function triggerComments(tidings: Tidings): Promise<string> {
  const ids: string[] = [];
  for (const by of ["Bob", "Cleo", "Dan"]) {
    const { transactionId } = await tidings.events.trigger({ name: "comments", to: "ada", payload: { by } });
    ids.push(transactionId as string);
    await sleep(200);
  }
  print("Three triggers within the window:", ids.join(", "));
  return ids[0] as string;
}

async function untilDelivered(tidings: Tidings, mail: MailServer): Promise<void> {
  for (let waited = 0; waited < 60; waited += 1) {
    const { data } = await tidings.messages.list();
    if (data.length === 2 && mail.mails.length === 1) {
      print(
        "Delivered. The mail server received:",
        `"${mail.mails[0]?.subject}" for ${mail.mails[0]?.to?.[0]?.address}`,
      );
      return;
    }
    if (waited % 4 === 0) print(`  … waiting for the window to close (${(waited / 4).toFixed(0)} s)`);
    await sleep(250);
  }
  throw new Error("the message did not arrive in time");
}

async function showOperations(tidings: Tidings, transactionId: string): Promise<void> {
  heading("1. Search subscribers: name=Ad");
  const found = await tidings.subscribers.search({ name: "Ad" });
  show(found.data.map(({ subscriberId, email }) => ({ subscriberId, email })));
  heading("2. List messages");
  const messages = await tidings.messages.list();
  show(
    messages.data.map(({ channel, status, subject, providerId }) => ({
      channel,
      status,
      subject,
      providerId,
    })),
  );
  heading("3. Retrieve a workflow step: comments / collect");
  const step = await tidings.workflows.getStep("comments", "collect");
  show({
    type: step.type,
    slug: step.slug,
    controlValues: step.controlValues,
    issues: step.issues ?? "none",
  });
  heading("4. Retrieve an event: what happened, step by step");
  const page = await tidings.notifications.list({ transactionId: [transactionId] });
  const event = await tidings.notifications.get(page.data[0]?._id as string);
  for (const job of event.jobs ?? []) {
    print(`  ${job.type} ${job.status} (${job.providerId})`);
    for (const { status, detail } of job.executionDetails) print(`    ${status.padEnd(8)} ${detail}`);
  }
  heading("5. Delete an integration: the remaining ones");
  const mailer = (await tidings.integrations.list()).find(({ providerId }) => providerId === "nodemailer");
  const rest = await tidings.integrations.delete(mailer?._id as string);
  show(rest.map(({ name, channel, providerId, primary }) => ({ name, channel, providerId, primary })));
}

function heading(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function print(...words: unknown[]): void {
  process.stdout.write(`${words.join(" ")}\n`);
}

function show(value: unknown): void {
  for (const one of Array.isArray(value) ? value : [value])
    process.stdout.write(`  ${JSON.stringify(one)}\n`);
}

await demo();
