import type { Channel, Schedule } from "@tidings/contract";
import type { Queryable, Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import type { SubscriberId, SubscriberKey, WorkflowId } from "../foundation/ids.ts";
import { endNaming } from "../subscribers/named-subscriber-store.ts";
import { lockSubscriber } from "../subscribers/subscriber-store.ts";
import type { WorkflowReference } from "../workflows/slug.ts";
import { isCritical } from "../workflows/workflow.ts";
import { checkedSchedule } from "./check-schedule.ts";
import type { ChannelChoices } from "./preference.ts";
import { forgetWorkflowChoices, type NewChoice, saveChoices } from "./preference-store.ts";
import { findOutlines, type WorkflowOutline } from "./workflow-outline-store.ts";

/** A change of a subscriber's preferences. */
export type PreferencesChange = {
  subscriberKey: SubscriberKey;
  /** False: the change comes from an inbox session that no hash proves. */
  isProven: boolean;
  channels?: ChannelChoices | undefined;
  schedule?: Schedule | undefined;
  /** Choices for single workflows. */
  ofWorkflows?: readonly { workflow: WorkflowReference; channels: ChannelChoices }[];
};

/** The subscriber, and the named workflows without duplicates. */
export type ChangedPreferences = { subscriberId: SubscriberId; workflows: WorkflowOutline[] };

/**
 * Stores the change completely or not at all. A global choice for a channel deletes the choices of single workflows
 * for it.
 * @returns undefined if there is no such subscriber.
 * @throws AppError not_found for an unknown workflow, bad_request for a critical one, invalid for an invalid schedule.
 */
export async function changePreferences(
  database: Transactional,
  environmentId: string,
  change: PreferencesChange,
): Promise<ChangedPreferences | undefined> {
  const { channels = {}, ofWorkflows = [] } = change;
  const schedule = change.schedule && checkedSchedule(change.schedule);
  return database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, change.subscriberKey);
    if (!subscriber) return undefined;
    const subscriberId = subscriber.id;
    if (change.isProven) await endNaming(tx, environmentId, [change.subscriberKey]);
    const references = ofWorkflows.map(({ workflow }) => workflow);
    const workflows = await needChangeable(tx, environmentId, references);
    const global = { channels, schedule };
    const choices = [...globalChoice(global), ...workflowChoices(workflows, ofWorkflows)];
    if (choices.length > 0) await saveChoices(tx, environmentId, { subscriberId, choices });
    const switched = Object.keys(channels) as Channel[];
    if (switched.length > 0) {
      await forgetWorkflowChoices(tx, environmentId, { subscriberId, channels: switched });
    }
    return { subscriberId, workflows: [...new Set(workflows)] };
  });
}

function globalChoice(global: NewChoice): NewChoice[] {
  return Object.keys(global.channels).length > 0 || global.schedule ? [global] : [];
}

/** One choice for each workflow, even if several entries name it; later entries override earlier ones. */
function workflowChoices(
  workflows: readonly WorkflowOutline[],
  given: readonly { channels: ChannelChoices }[],
): NewChoice[] {
  const merged = new Map<WorkflowId, ChannelChoices>();
  for (const [index, { id }] of workflows.entries()) {
    merged.set(id, { ...merged.get(id), ...given[index]?.channels });
  }
  return [...merged]
    .filter(([, channels]) => Object.keys(channels).length > 0)
    .map(([workflowId, channels]) => ({ workflowId, channels }));
}

/**
 * The named workflows, in the order of the references.
 * @throws AppError not_found for an unknown one, bad_request for a critical one.
 */
async function needChangeable(
  tx: Queryable,
  environmentId: string,
  references: readonly WorkflowReference[],
): Promise<WorkflowOutline[]> {
  if (references.length === 0) return [];
  const found = await findOutlines(tx, environmentId, references);
  const names = references.map(({ key }) => key);
  const unknown = names.filter((_, index) => !found[index]);
  if (unknown.length > 0) {
    throw new AppError("not_found", `Workflows with ids: ${unknown.join(", ")} not found`);
  }
  const workflows = found as WorkflowOutline[];
  const fixed = names.filter((_, index) => isCritical(workflows[index] as WorkflowOutline));
  if (fixed.length === 0) return workflows;
  throw new AppError("bad_request", `Critical workflows with ids: ${fixed.join(", ")} cannot be updated`);
}
