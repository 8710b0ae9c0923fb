import { useState } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { useRead } from "../app/read.ts";
import { readStored, store } from "../app/storage.ts";
import { doneSteps } from "./done-steps.ts";
import { useIntegrations, useLastNotifications, useWorkflows } from "./reads.ts";
import { FIRST_STEPS, type FirstStep, SAMPLE } from "./words.ts";

export const STEPS = Object.keys(FIRST_STEPS) as FirstStep[];

/** Some of the first steps are not done, and they were not put away. */
export type OpenSteps = {
  readonly done: ReadonlySet<FirstStep>;
  readonly hasSample: boolean;
  readonly putAway: () => void;
};

/** "unread" until it is known whether steps are open. Nothing is stored but that they were put away. */
export function useFirstSteps(isEnabled: boolean): OpenSteps | "unread" | undefined {
  const { environment } = useEnvironment();
  const storedAs = `first-steps-${environment._id}`;
  const [isAway, setAway] = useState(() => readStored(storedAs) === "away");
  const isWanted = isEnabled && !isAway;
  const notifications = useLastNotifications();
  const integrations = useIntegrations();
  const workflows = useWorkflows(isWanted);
  const keys = useRead(["keys"], (client) => client.apiKeys.list(environment._id), { isEnabled: isWanted });
  if (!isWanted) return undefined;
  if ([notifications, integrations, workflows, keys].some(({ isPending }) => isPending)) return "unread";
  if (!notifications.data || !integrations.data || !workflows.data || !keys.data) return undefined;
  const found = {
    notifications: notifications.data.data,
    integrations: integrations.data,
    workflows: workflows.data.workflows,
    keys: keys.data,
  };
  const done = doneSteps(found);
  if (STEPS.every((step) => done.has(step))) return undefined;
  const putAway = () => {
    store(storedAs, "away");
    setAway(true);
  };
  const hasSample = found.workflows.some(({ workflowId }) => workflowId === SAMPLE.workflowId);
  return { done, hasSample, putAway };
}
