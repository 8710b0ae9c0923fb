import {
  getInboxGlobalPreference,
  type InboxPreference,
  listInboxPreferences,
  updateInboxGlobalPreference,
  updateInboxPreference,
  updateInboxPreferencesBulk,
} from "@tidings/contract";
import type { Queryable, Transactional } from "../../database/database.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { sessionEndpoint } from "../../http/session-endpoint.ts";
import { type InboxSession, sessionRefused } from "../../inbox/session.ts";
import { conditionsIn } from "../../topics/api/subscription-preference-wire.ts";
import { changeOwnPreference, type OwnPreferenceChange } from "../../topics/api/update-own-preference.ts";
import { referenceOf } from "../../workflows/slug.ts";
import { changePreferences, type PreferencesChange } from "../change-preferences.ts";
import { type Criticality, overviewPreferences, preferencesOf } from "../subscriber-preferences.ts";
import { fromSwitches, toGlobal, toOfWorkflow } from "./inbox-preference-wire.ts";

/** A subscriber's own preferences, which a browser manages with the token of a session. */
export const inboxPreferenceEndpoints: Endpoint[] = [
  sessionEndpoint(listInboxPreferences, "nothing", async ({ database, session, query }) => {
    const { tags = [], severity = [], criticality } = query;
    const overview = await overviewOf(database, session, criticality);
    const chosen = overview.workflows.filter(
      ({ workflow }) =>
        (tags.length === 0 || workflow.tags.some((tag) => tags.includes(tag))) &&
        (severity.length === 0 || severity.includes(workflow.severity)),
    );
    return [toGlobal(overview), ...chosen.map(toOfWorkflow)];
  }),
  sessionEndpoint(getInboxGlobalPreference, "nothing", async ({ database, session }) =>
    toGlobal(await overviewOf(database, session)),
  ),
  sessionEndpoint(
    updateInboxGlobalPreference,
    ({ schedule }) => (schedule ? ["schedule"] : []),
    async ({ database, session, body }) => {
      await change(database, session, { channels: fromSwitches(body), schedule: body.schedule });
      return toGlobal(await overviewOf(database, session));
    },
  ),
  sessionEndpoint(updateInboxPreference, "switches", async ({ database, session, params, body }) => {
    const ofWorkflows: WorkflowChoices = [
      { workflow: referenceOf(params.workflowId), channels: fromSwitches(body) },
    ];
    const [changed] = await changeWorkflows(database, session, ofWorkflows);
    return changed as InboxPreference;
  }),
  sessionEndpoint(
    updateInboxPreferencesBulk,
    ({ preferences }) => conditionsIn(preferences),
    async ({ database, session, body: { preferences } }) => {
      const ofWorkflows: WorkflowChoices = preferences
        .filter((one) => !one.subscriptionIdentifier)
        .map((one) => ({ workflow: referenceOf(one.workflowId), channels: fromSwitches(one) }));
      return database.transaction(async (tx) => {
        const changed = ofWorkflows.length > 0 ? await changeWorkflows(within(tx), session, ofWorkflows) : [];
        // Novu's component sends one for each workflow of a subscription: a handful.
        for (const one of preferences) {
          const { subscriptionIdentifier: identifier } = one;
          if (identifier) changed.push(await changeSubscription(within(tx), session, { ...one, identifier }));
        }
        return changed;
      });
    },
  ),
];

type WorkflowChoices = NonNullable<PreferencesChange["ofWorkflows"]>;

/** A transaction as a database: its own transactions are part of it. */
function within(tx: Queryable): Transactional {
  return { ...tx, transaction: (work) => work(tx) };
}

function overviewOf(
  database: Queryable,
  { environment, subscriberId }: InboxSession,
  criticality: Criticality = "nonCritical",
) {
  return overviewPreferences(database, environment.id, { subscriberId, criticality });
}

async function change(
  database: Transactional,
  { environment, subscriberKey, isProven }: InboxSession,
  wanted: Omit<PreferencesChange, "subscriberKey" | "isProven">,
) {
  const changed = await changePreferences(database, environment.id, { subscriberKey, isProven, ...wanted });
  // The subscriber was deleted at this moment.
  if (!changed) throw sessionRefused();
  return changed;
}

async function changeSubscription(
  database: Transactional,
  session: InboxSession,
  wanted: OwnPreferenceChange,
): Promise<InboxPreference> {
  const changed = await changeOwnPreference(database, session, wanted);
  return { level: "template", channels: {}, ...changed };
}

async function changeWorkflows(
  database: Transactional,
  session: InboxSession,
  ofWorkflows: WorkflowChoices,
): Promise<InboxPreference[]> {
  const changed = await change(database, session, { ofWorkflows });
  return (await preferencesOf(database, session.environment.id, changed)).map(toOfWorkflow);
}
