import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { post, quantile } from "./load.ts";
import { type Serving, serve } from "./serving.ts";
import { type Simulating, simulate } from "./simulating.ts";
import { residentMb } from "./suite/process-trees.ts";
import type { Options, Round, Say, Survey } from "./suite/workload.ts";

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

export const providers: Survey = {
  name: "providers",
  title: "Messages through each vendor's provider",
  text: "From POST to the vendor's API, as `tidings simulator` plays it on the same machine: messages at full speed over 32 connections, through one provider after the other. What arrived at the simulator is counted, and the connections that were opened for it.",
  unit: "message",
  survey: async (options, say) => [{ name: "ours", rounds: [await throughEach(options, say)] }],
};

type OfProvider = { perSecond: number; lost: number; doubled: number; connections: number };

async function throughEach({ size: count = MESSAGES }: Options, say: Say): Promise<Round> {
  const simulator = await simulate();
  const serving = await serve(undefined, { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1/32" });
  try {
    const memoryBefore = residentMb([serving.pid]);
    const measured = new Map<string, OfProvider>();
    for (const providerId of simulator.providerIds) {
      const one = await measure(providerId, { simulator, serving, count });
      measured.set(providerId, one);
      say(`${providerId}: ${JSON.stringify(one)}`);
    }
    const all = [...measured.values()];
    const sum = (figure: keyof OfProvider) => all.reduce((total, one) => total + one[figure], 0);
    const rates = all.map(({ perSecond }) => perSecond);
    return {
      operations: count * all.length,
      figures: {
        lost: sum("lost"),
        doubled: sum("doubled"),
        "connections opened": sum("connections"),
        "resident memory of the service before (MB)": memoryBefore,
        "resident memory of the service after (MB)": residentMb([serving.pid]),
        "slowest provider (/s)": quantile(rates, 0),
        "median provider (/s)": quantile(rates, 0.5),
        "fastest provider (/s)": quantile(rates, 1),
        ...Object.fromEntries([...measured].map(([id, { perSecond }]) => [`${id} (/s)`, perSecond])),
      },
    };
  } finally {
    await serving.stop();
    await serving.remove();
    await simulator.stop();
  }
}

type Measuring = { simulator: Simulating; serving: Serving; count: number };

async function measure(providerId: string, { simulator, serving, count }: Measuring): Promise<OfProvider> {
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
  const perSecond = (arrived.size / tookMs) * 1_000;
  return { perSecond, lost: count - arrived.size, doubled, connections: opened };
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
