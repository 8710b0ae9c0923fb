import {
  getSubscriberPreferences,
  type QueryOf,
  type SubscriberPreferencesBulk,
  type SubscriberPreferencesChanges,
  updateSubscriberPreferences,
  updateSubscriberPreferencesBulk,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type PreferencesQuery = QueryOf<typeof getSubscriberPreferences>;
export type Preferences = ReturnType<typeof preferences>;

/** What a subscriber wants to receive, and when. A workflow is given by identifier, internal id or slug. */
export const preferences = (call: Call) => ({
  get: (subscriberId: string, query: PreferencesQuery = {}) =>
    call(getSubscriberPreferences, { params: { subscriberId }, query }),
  /** For one workflow; without a workflow, for all, which replaces the settings of single workflows. */
  update: (subscriberId: string, body: SubscriberPreferencesChanges) =>
    call(updateSubscriberPreferences, { params: { subscriberId }, body }),
  /** For several workflows, atomically. */
  updateBulk: (subscriberId: string, preferences: SubscriberPreferencesBulk["preferences"]) =>
    call(updateSubscriberPreferencesBulk, { params: { subscriberId }, body: { preferences } }),
});
