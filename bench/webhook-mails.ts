import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@tidings/client";
import { createBenchWorkflow, subscriberAt, triggerRequest } from "./bench-workflow.ts";
import { asFastAsPossible, expectOnly, type Target } from "./load.ts";
import { openOurs } from "./suite/ours.ts";
import type { Round, Workload } from "./suite/workload.ts";

const MAILS = 20_000;
const QUICK_MAILS = 300;
const WARM_UP_SHARE = 0.1;
const CONNECTIONS = 64;

export const webhookMails: Workload = {
  name: "webhook-mails",
  title: "E-mails, from POST to the provider",
  text: "Triggers as fast as 64 connections allow, each with one e-mail that is posted to a receiver in the process of the load generator, which answers at once. The time ends when the receiver has the last e-mail.",
  unit: "mail",
  rounds: 3,
  open: async (options) => {
    const receiver = await openReceiver();
    const ours = await openOurs(options, { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1/32" });
    await connect(ours.target, receiver.url);
    const count = options.size ?? (options.isQuick ? QUICK_MAILS : MAILS);
    const close = async () => {
      await ours.close();
      receiver.close();
    };
    const warmUp = () => run(ours.target, receiver, Math.ceil(count * WARM_UP_SHARE));
    const round = () => run(ours.target, receiver, count);
    return [{ name: "ours", roots: ours.roots, ...ours.count, warmUp, round, close }];
  },
};

async function connect(target: Target, webhookUrl: string): Promise<void> {
  const client = createClient(target);
  const primary = { providerId: "email-webhook", channel: "email", active: true } as const;
  const integration = await client.integrations.create({ ...primary, credentials: { webhookUrl } });
  await client.integrations.setPrimary(integration._id as string);
  await createBenchWorkflow(target, "email");
}

async function run(target: Target, receiver: Receiver, count: number): Promise<Round> {
  const expected = receiver.received() + count;
  const startMs = performance.now();
  const request = (index: number) => {
    const subscriberId = subscriberAt(index);
    const to = { subscriberId, email: `${subscriberId}@example.com` };
    return triggerRequest({ name: "bench-email", to, payload: { text: `mail ${index}` } });
  };
  expectOnly(201, await asFastAsPossible(target, { count, connections: CONNECTIONS, request }));
  await receiver.waitFor(expected);
  return { operations: count, durationMs: performance.now() - startMs };
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
