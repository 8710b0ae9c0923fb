import {
  type BodyOf,
  createInboxSubscription,
  deleteInboxSubscription,
  getInboxSubscription,
  listInboxSubscriptions,
  updateInboxSubscription,
  updateInboxSubscriptionPreference,
} from "@tidings/contract";
import { type Api, type Endpoint, NO_CONTENT } from "../../http/endpoint.ts";
import { sessionEndpoint } from "../../http/session-endpoint.ts";
import { sessionRefused } from "../../inbox/session.ts";
import { changeMember } from "../change-member.ts";
import { requestedRules } from "../choose-workflows.ts";
import { removeMembers } from "../member-store.ts";
import { findOwn, findOwnNamed, subscribeOwn } from "../own-subscriptions.ts";
import { subscriptionNotFound } from "./named-member.ts";
import { needOwn, showOwn } from "./own-subscription-wire.ts";
import { conditionsIn, fromFilter, fromPreferences } from "./subscription-preference-wire.ts";
import { updateOwnPreference } from "./update-own-preference.ts";

/** A subscriber's own subscriptions, which a browser manages with the token of a session. */
export function inboxSubscriptionEndpoints(api: Api): Endpoint[] {
  return [...READS, joining(api), ...CHANGES];
}

type Values = Pick<BodyOf<typeof createInboxSubscription>, "name" | "topic" | "preferences">;

/** The fields of a request that hold texts of the browser. The identifier is not one of them: it only names the subscription. */
function valuesIn({ name, topic, preferences = [] }: Values): string[] {
  return [...(name ? ["name"] : []), ...(topic?.name ? ["topic.name"] : []), ...conditionsIn(preferences)];
}

const READS: Endpoint[] = [
  sessionEndpoint(listInboxSubscriptions, "nothing", async ({ database, environment, session, params }) => {
    const own = await findOwn(database, environment.id, { owner: session, ...params });
    return own ? [await showOwn(database, environment.id, own)] : [];
  }),
  sessionEndpoint(
    getInboxSubscription,
    "nothing",
    async ({ database, environment, session, params, query }) => {
      const own = await findOwnNamed(database, environment.id, { owner: session, ...params });
      if (!own) return NO_CONTENT;
      const isChosen = query.workflowIds !== undefined || query.tags !== undefined;
      return showOwn(database, environment.id, own, isChosen ? fromFilter(query) : undefined);
    },
  ),
];

const joining = (api: Api) =>
  sessionEndpoint(
    createInboxSubscription,
    valuesIn,
    async ({ database, environment, session, params, body }) => {
      const { identifier = "", name, topic, preferences } = body;
      const own = await subscribeOwn(database, environment.id, session, {
        topicKey: params.topicKey,
        topicName: topic?.name,
        identifier: identifier === "" ? undefined : identifier,
        name: name ?? undefined,
        rules: preferences && (await requestedRules(database, environment.id, fromPreferences(preferences))),
        nowMs: api.clock.now().getTime(),
      });
      // The subscriber was deleted at this moment.
      if (!own) throw sessionRefused();
      return showOwn(database, environment.id, own);
    },
  );

const CHANGES: Endpoint[] = [
  sessionEndpoint(
    updateInboxSubscription,
    valuesIn,
    async ({ database, environment, session, params, body }) => {
      const { name, preferences } = body;
      const { member, topic } = await needOwn(database, environment.id, { owner: session, ...params });
      const rules =
        preferences && (await requestedRules(database, environment.id, fromPreferences(preferences)));
      const changed = await changeMember(database, environment.id, { member, name, rules });
      if (!changed) throw subscriptionNotFound(params);
      return showOwn(database, environment.id, { member: changed, topic });
    },
  ),
  sessionEndpoint(deleteInboxSubscription, "nothing", async ({ database, environment, session, params }) => {
    const { topic } = await needOwn(database, environment.id, { owner: session, ...params });
    const leaving = { topicId: topic.id, subscriberIds: [session.subscriberId] };
    await removeMembers(database, environment.id, leaving);
    return undefined;
  }),
  sessionEndpoint(
    updateInboxSubscriptionPreference,
    ({ condition }) => (condition ? ["condition"] : []),
    updateOwnPreference,
  ),
];
