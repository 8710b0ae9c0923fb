import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { post } from "./load.ts";
import { type Serving, serve } from "./serving.ts";
import { type Simulating, simulate } from "./simulating.ts";
import { residentMb } from "./suite/process-trees.ts";
import type { Options } from "./suite/workload.ts";

const MESSAGES = 1_000;
const CONNECTIONS = 32;
const PATIENCE_MS = 120_000;

const STEPS = {
  email: { type: "email", controlValues: { subject: "{{payload.text}}", body: "<p>{{payload.text}}</p>" } },
  sms: { type: "sms", controlValues: { body: "{{payload.text}}" } },
  chat: { type: "chat", controlValues: { body: "{{payload.text}}" } },
  push: { type: "push", controlValues: { subject: "{{payload.text}}", body: "{{payload.text}}" } },
} as const;

type Vendor = {
  channel: keyof typeof STEPS;
  credentials: Record<string, string>;
  subscriberCredentials?: object;
};

/**
 * From POST to the vendor's API, as the simulator plays it on the same machine: messages at full speed through one provider after
 * the other. Counts what arrived, and the connections that were opened for it.
 */
export async function providers({ size: count = MESSAGES }: Options): Promise<string[]> {
  const simulator = await simulate();
  const serving = await serve(undefined, { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1/32" });
  try {
    const lines = [
      `${count} messages each; resident memory before: ${residentMb([serving.pid]).toFixed(0)} MB`,
    ];
    for (const providerId of simulator.providerIds)
      lines.push(await measure(providerId, { simulator, serving, count }));
    return [...lines, `resident memory after: ${residentMb([serving.pid]).toFixed(0)} MB`];
  } finally {
    await serving.stop();
    await serving.remove();
    await simulator.stop();
  }
}

type Measuring = { simulator: Simulating; serving: Serving; count: number };

async function measure(providerId: string, { simulator, serving, count }: Measuring): Promise<string> {
  await connect(providerId, simulator, serving);
  const arrived = simulator.listen(/\bm\d+x\b/);
  const connectionsBefore = await simulator.connectionCount();
  const before = performance.now();
  await post(serving, "/v1/events/trigger", {
    count,
    connections: CONNECTIONS,
    body: (index) =>
      JSON.stringify({ name: `to-${providerId}`, to: providerId, payload: { text: `m${index}x` } }),
  });
  while (arrived.size < count && performance.now() - before < PATIENCE_MS) await sleep(20);
  const tookMs = performance.now() - before;
  await sleep(300);
  const doubled = [...arrived.values()].filter((times) => times > 1).length;
  const opened = (await simulator.connectionCount()) - connectionsBefore;
  const facts = `lost ${count - arrived.size}, doubled ${doubled}, connections ${opened}`;
  return `${providerId}: ${((arrived.size / tookMs) * 1_000).toFixed(0)}/s, ${facts}`;
}

/** An integration as the simulator describes it, a workflow for it, and a subscriber with an address. */
async function connect(providerId: string, { url }: Simulating, serving: Serving): Promise<void> {
  const client = createClient(serving);
  const vendor = (await (await fetch(`${url}/${providerId}`)).json()) as Vendor;
  const { channel, credentials, subscriberCredentials } = vendor;
  const input = { providerId, channel, name: providerId, active: true, credentials };
  const { _id: id = "" } = await client.integrations.create(input);
  if (channel === "email" || channel === "sms") await client.integrations.setPrimary(id);
  const person = { subscriberId: providerId, email: "ada@example.com", phone: "+31600000001" };
  await client.subscribers.create(person);
  if (subscriberCredentials) {
    const settings = { providerId, credentials: subscriberCredentials } as never;
    await client.subscribers.updateCredentials(providerId, settings);
  }
  const steps = [{ name: channel, ...STEPS[channel] }];
  await client.workflows.create({
    name: `to-${providerId}`,
    workflowId: `to-${providerId}`,
    __source: "bench",
    steps,
  });
}
