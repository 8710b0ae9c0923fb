import { createClient } from "@tidings/client";
import type { Target } from "../load.ts";
import { connectProvider } from "./connect-provider.ts";
import type { Provider } from "./provider.ts";

const STEPS = 20;
const DETAILS = 400;
const MOST_MOVES = 30;

export type LongTimeline = { readonly path: string; readonly steps: number; readonly details: number };

/**
 * A notification of 20 e-mails that the provider throttles, again and again: in a test environment, whose clock is advanced
 * until they have 400 details together.
 */
export async function makeLongTimeline(target: Target, provider: Provider): Promise<LongTimeline> {
  const client = createClient(target);
  await connectProvider(client, provider);
  await client.testClock.move({});
  const workflowId = "long";
  const mails = Array.from({ length: STEPS }, (_, at) => ({
    name: `mail-${at}`,
    type: "email",
    controlValues: { subject: "Hello", body: "answer 429" },
    delivery: { failover: false },
  }));
  await client.workflows.create({ name: workflowId, workflowId, __source: "bench", steps: mails as never });
  const to = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };
  await client.events.trigger({ name: workflowId, to, payload: {} });
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    await client.testClock.move({ advance: { amount: 5, unit: "minutes" } });
    const [found] = (await client.notifications.list({ limit: 1 })).data;
    const jobs = found?.jobs ?? [];
    const details = jobs.reduce((sum, { executionDetails = [] }) => sum + executionDetails.length, 0);
    if (details < DETAILS) continue;
    const { identifier } = await client.environments.me();
    return { path: `/dashboard/in/${identifier}/notifications/${found?._id}`, steps: jobs.length, details };
  }
  throw new Error(`the notification did not get ${DETAILS} details`);
}
