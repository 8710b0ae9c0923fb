import { listPreferencesOfLevelV1, listPreferencesV1 } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import { endpoint } from "../../http/endpoint.ts";
import { subscriberNotFound } from "../../subscribers/api/subscriber-wire.ts";
import { findSubscriber } from "../../subscribers/subscriber-store.ts";
import { overviewPreferences, type PreferenceOverview } from "../subscriber-preferences.ts";
import { toGlobalPreferenceV1, toWorkflowPreferenceV1 } from "./older-preference-wire.ts";

export const listPreferencesOfWorkflowsV1 = endpoint(
  listPreferencesV1,
  async ({ database, environment, params, query }) => {
    const { workflows } = await overviewOf(database, environment.id, params.subscriberId);
    return workflows.map((one) => toWorkflowPreferenceV1(one, query.includeInactiveChannels));
  },
);

export const listPreferencesByLevelV1 = endpoint(
  listPreferencesOfLevelV1,
  async ({ database, environment, params, query }) => {
    const overview = await overviewOf(database, environment.id, params.subscriberId);
    if (params.parameter === "global") return [toGlobalPreferenceV1(overview)];
    return overview.workflows.map((one) => toWorkflowPreferenceV1(one, query.includeInactiveChannels));
  },
);

/** @throws AppError not_found if there is no such subscriber. */
export async function overviewOf(
  database: Queryable,
  environmentId: string,
  subscriberKey: SubscriberKey,
): Promise<PreferenceOverview> {
  const subscriber = await findSubscriber(database, environmentId, subscriberKey);
  if (!subscriber) throw subscriberNotFound(subscriberKey);
  const requested = { subscriberId: subscriber.id, criticality: "nonCritical" as const };
  return overviewPreferences(database, environmentId, requested);
}
