import { updateGlobalPreferenceV1, updateWorkflowPreferenceV1 } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { referenceOf, type WorkflowReference } from "../../workflows/slug.ts";
import { changePreferences } from "../change-preferences.ts";
import { preferencesOf, type WorkflowPreference } from "../subscriber-preferences.ts";
import { overviewOf } from "./list-preferences-v1.ts";
import { fromChoicesV1, toGlobalPreferenceV1, toWorkflowPreferenceV1 } from "./older-preference-wire.ts";

export const updatePreferenceOfWorkflowV1 = endpoint(
  updateWorkflowPreferenceV1,
  async ({ database, environment, params: { subscriberId: subscriberKey, parameter }, body }) => {
    const { channel, enabled } = body;
    const channels = fromChoicesV1({ enabled, channels: channel ? [channel] : [] });
    const workflow: WorkflowReference = referenceOf(parameter);
    const change = { subscriberKey, isProven: true, ofWorkflows: [{ workflow, channels }] };
    const changed = await changePreferences(database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberKey);
    // The request names exactly one workflow, and an unknown one is refused above.
    const [preference] = await preferencesOf(database, environment.id, changed);
    return toWorkflowPreferenceV1(preference as WorkflowPreference);
  },
);

export const updatePreferencesOfAllV1 = endpoint(
  updateGlobalPreferenceV1,
  async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const { enabled, preferences = [] } = body;
    const channels = fromChoicesV1({ enabled, channels: preferences });
    const change = { subscriberKey, isProven: true, channels };
    const changed = await changePreferences(database, environment.id, change);
    if (!changed) throw subscriberNotFound(subscriberKey);
    return toGlobalPreferenceV1(await overviewOf(database, environment.id, subscriberKey));
  },
);
