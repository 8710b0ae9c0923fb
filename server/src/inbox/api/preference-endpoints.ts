import {
  type AnyOperation,
  getInboxGlobalPreference,
  type InboxPreference,
  listInboxPreferences,
  type SubscriberPreferenceChannels,
  updateInboxPreferences,
  updateInboxPreferencesBulk,
  updateInboxWorkflowPreference,
} from "@tidings/contract";
import { type Call, type Endpoint, sessionEndpoint } from "../../http/endpoint.ts";
import { fromChannels, isEnabled, overridesOf, toChanged } from "../../preferences/api/preference-wire.ts";
import {
  type ChangedPreferences,
  changePreferences,
  type PreferencesChange,
} from "../../preferences/change-preferences.ts";
import {
  overviewPreferences,
  type PreferenceOverview,
  preferencesOf,
  type WorkflowPreference,
} from "../../preferences/subscriber-preferences.ts";
import { referenceOf } from "../../workflows/slug.ts";
import { type InboxSession, sessionRefused } from "../session.ts";

/** A request of a session. */
type SessionCall = Pick<Call<AnyOperation>, "database" | "environment"> & { session: InboxSession };

/** The preferences of a session's subscriber, by the same rules as with an API key. */
export const preferenceEndpoints: Endpoint[] = [
  sessionEndpoint(listInboxPreferences, async (call) => {
    const { tags = [], severity = [], criticality = "nonCritical" } = call.query;
    const { subscriberId } = call.session;
    const requested = { subscriberId, criticality };
    const overview = await overviewPreferences(call.database, call.environment.id, requested);
    const isWanted = ({ workflow }: WorkflowPreference) =>
      (tags.length === 0 || workflow.tags.some((tag) => tags.includes(tag))) &&
      (severity.length === 0 || severity.includes(workflow.severity));
    return [toGlobal(overview), ...overview.workflows.filter(isWanted).map(toWorkflow)];
  }),

  sessionEndpoint(getInboxGlobalPreference, readGlobal),

  sessionEndpoint(updateInboxPreferences, async (call) => {
    const { schedule, ...switches } = call.body;
    await change(call, { channels: fromChannels(switches), schedule });
    return readGlobal(call);
  }),

  sessionEndpoint(updateInboxWorkflowPreference, async (call) => {
    const ofWorkflows = [ofWorkflow(call.params.workflowId, call.body)];
    const changed = await change(call, { ofWorkflows });
    const [preference] = await readChanged(call, changed);
    return preference as InboxPreference;
  }),

  sessionEndpoint(updateInboxPreferencesBulk, async (call) => {
    const ofWorkflows = call.body.preferences.map(({ workflowId, ...switches }) =>
      ofWorkflow(workflowId, switches),
    );
    return readChanged(call, await change(call, { ofWorkflows }));
  }),
];

type OfWorkflow = NonNullable<PreferencesChange["ofWorkflows"]>[number];

function ofWorkflow(workflowId: string, switches: SubscriberPreferenceChannels): OfWorkflow {
  return { workflow: referenceOf(workflowId), channels: fromChannels(switches) };
}

async function change(
  { database, environment, session }: SessionCall,
  wanted: Omit<PreferencesChange, "subscriberKey">,
): Promise<ChangedPreferences> {
  const { subscriberKey } = session;
  const changed = await changePreferences(database, environment.id, { subscriberKey, ...wanted });
  // The subscriber was deleted at this moment.
  if (!changed) throw sessionRefused();
  return changed;
}

async function readGlobal({ database, environment, session }: SessionCall): Promise<InboxPreference> {
  const requested = { subscriberId: session.subscriberId, criticality: "nonCritical" as const };
  return toGlobal(await overviewPreferences(database, environment.id, requested));
}

async function readChanged(
  { database, environment }: SessionCall,
  changed: ChangedPreferences,
): Promise<InboxPreference[]> {
  return (await preferencesOf(database, environment.id, changed)).map(toWorkflow);
}

function toGlobal({ global: { channels, schedule } }: PreferenceOverview): InboxPreference {
  return { level: "global", enabled: isEnabled(channels), channels, ...(schedule ? { schedule } : {}) };
}

function toWorkflow(preference: WorkflowPreference): InboxPreference {
  return { ...toChanged(preference), overrides: overridesOf(preference, preference.workflow.channels) };
}
