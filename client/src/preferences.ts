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

/** What a subscriber wants to receive, and when. A workflow is named by its identifier, internal id or slug. */
export const preferences = (call: Call) => ({
  get: (subscriberId: string, query: PreferencesQuery = {}) =>
    call(getSubscriberPreferences, { params: { subscriberId }, query }),
  /** Of one workflow, or without a workflow of all; the latter replaces what was set for single ones. */
  update: (subscriberId: string, body: SubscriberPreferencesChanges) =>
    call(updateSubscriberPreferences, { params: { subscriberId }, body }),
  /** Of many workflows, all of it or nothing. */
  updateBulk: (subscriberId: string, preferences: SubscriberPreferencesBulk["preferences"]) =>
    call(updateSubscriberPreferencesBulk, { params: { subscriberId }, body: { preferences } }),
});
