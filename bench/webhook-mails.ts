import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@tidings/client";
import { post, type Target } from "./load.ts";
import { serve } from "./serving.ts";

const MAILS = 20_000;
const WARM_UP = 2_000;
const CONNECTIONS = 64;
const SUBSCRIBERS = 2_000;

/**
 * From POST to the provider: triggers at full speed, each with one email that is posted to a receiver on the same
 * machine; the time ends when the receiver has the last email.
 */
export async function webhookMails(): Promise<string[]> {
  const receiver = await openReceiver();
  const serving = await serve(undefined, { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1/32" });
  try {
    await makeWorkflow(serving, receiver.url);
    await run(serving, receiver, WARM_UP);
    const perSecond = await run(serving, receiver, MAILS);
    return [`emails/s from POST to a webhook that answers at once: ${perSecond.toFixed(0)}`];
  } finally {
    await serving.stop();
    await serving.remove();
    receiver.close();
  }
}

async function makeWorkflow(target: Target, webhookUrl: string): Promise<void> {
  const client = createClient(target);
  const primary = { providerId: "email-webhook", channel: "email", active: true } as const;
  const integration = await client.integrations.create({ ...primary, credentials: { webhookUrl } });
  await client.integrations.setPrimary(integration._id as string);
  const controlValues = { subject: "Hello {{subscriber.subscriberId}}", body: "{{payload.text}}" };
  await client.workflows.create({
    name: "bench",
    workflowId: "bench",
    __source: "bench",
    steps: [{ name: "mail", type: "email", controlValues }],
  });
}

async function run(target: Target, receiver: Receiver, count: number): Promise<number> {
  const expected = receiver.received() + count;
  const before = performance.now();
  const { statuses } = await post(target, "/v1/events/trigger", {
    count,
    connections: CONNECTIONS,
    body: (index) => {
      const subscriberId = `s${index % SUBSCRIBERS}`;
      const to = { subscriberId, email: `${subscriberId}@example.com` };
      return JSON.stringify({ name: "bench", to, payload: { text: `mail ${index}` } });
    },
  });
  if (statuses.get(201) !== count) throw new Error(`statuses ${JSON.stringify([...statuses])}`);
  await receiver.waitFor(expected);
  return (count / (performance.now() - before)) * 1000;
}

type Receiver = { url: string; received(): number; waitFor(count: number): Promise<void>; close(): void };

async function openReceiver(): Promise<Receiver> {
  let received = 0;
  let awaited = { count: Number.POSITIVE_INFINITY, resolve: () => {} };
  const server: Server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      received += 1;
      if (received >= awaited.count) awaited.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail`,
    received: () => received,
    waitFor: (count) =>
      new Promise((resolve) => {
        awaited = { count, resolve };
        if (received >= count) resolve();
      }),
    close: () => server.close().closeAllConnections(),
  };
}
