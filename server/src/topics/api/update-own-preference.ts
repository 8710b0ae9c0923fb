import type { BodyOf, SubscriptionPreference, updateInboxSubscriptionPreference } from "@tidings/contract";
import type { Transactional } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { Call } from "../../http/endpoint.ts";
import type { InboxSession } from "../../inbox/session.ts";
import { findOutlines } from "../../preferences/workflow-outline-store.ts";
import { referenceOf } from "../../workflows/slug.ts";
import { changeRule } from "../change-rules.ts";
import { findOwn } from "../own-subscriptions.ts";
import { findOwnTopic } from "../subscription-rule-store.ts";
import { ownIdentifier } from "./own-subscription-wire.ts";
import { fromRule, toPreference } from "./subscription-preference-wire.ts";

type PreferenceCall = Call<typeof updateInboxSubscriptionPreference> & { readonly session: InboxSession };

/** Changes the preference of one of the subscriber's subscriptions, to whatever topic, for one workflow. */
export function updateOwnPreference({
  database,
  session,
  params,
  body,
}: PreferenceCall): Promise<SubscriptionPreference> {
  return changeOwnPreference(database, session, { ...params, ...body });
}

/** A change of the preference of a subscription for a workflow. */
export type OwnPreferenceChange = BodyOf<typeof updateInboxSubscriptionPreference> & {
  identifier: string;
  workflowId: string;
};

/** @throws AppError not_found for an unknown subscription or workflow. */
export async function changeOwnPreference(
  database: Transactional,
  session: InboxSession,
  { identifier, workflowId, ...body }: OwnPreferenceChange,
): Promise<SubscriptionPreference> {
  const { environment } = session;
  const notFound = new AppError("not_found", `Subscription ${identifier} was not found`);
  const { subscriberId, subscriberKey } = session;
  const found = await findOwnTopic(database, environment.id, { subscriberId, subscriberKey, identifier });
  const own = found && (await findOwn(database, environment.id, { owner: session, ...found }));
  if (!own) throw notFound;
  const [workflow] = await findOutlines(database, environment.id, [referenceOf(workflowId)]);
  if (!workflow) throw new AppError("not_found", `Workflows with ids: ${workflowId} not found`);
  const change = fromRule(body);
  const { topicId } = own.member;
  const rule = await changeRule(database, environment.id, { topicId, subscriberId, workflow, change });
  if (!rule) throw notFound;
  return toPreference(ownIdentifier(own), workflow, rule);
}
