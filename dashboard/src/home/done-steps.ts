import type { ApiKey, Integration, Notification } from "@tidings/contract";
import type { FirstStep } from "./words.ts";

type Found = {
  notifications: readonly Notification[];
  integrations: readonly Integration[];
  workflows: readonly { createdAt: string; updatedAt: string }[];
  keys: readonly ApiKey[];
};

/** The providers that each new environment has. */
const BUILT_IN: ReadonlySet<string> = new Set(["svc", "svc-email", "novu", "novu-email"]);

/** The first steps that have been taken. */
export function doneSteps({ notifications, integrations, workflows, keys }: Found): ReadonlySet<FirstStep> {
  const done: Record<FirstStep, boolean> = {
    sent: notifications.length > 0,
    arrived: notifications.some(({ state }) => state === "delivered"),
    changed: workflows.some(({ createdAt, updatedAt }) => updatedAt > createdAt),
    connected: integrations.some(({ active, providerId }) => active && !BUILT_IN.has(providerId)),
    called: keys.some(({ lastUsedAt }) => lastUsedAt !== undefined),
  };
  return new Set((Object.keys(done) as FirstStep[]).filter((step) => done[step]));
}
