import type { Queryable, Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { endNaming } from "../subscribers/named-subscriber-store.ts";
import { addMembers, findMembers, hasManySubscriptions } from "./member-store.ts";
import { saveRules } from "./subscription-rule-store.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";
import type { Member, Topic } from "./topic.ts";
import { insertTopic, lockTopic } from "./topic-store.ts";

/** A new member, and an identifier and name for the membership. */
export type Joining = {
  subscriberKey: SubscriberKey;
  identifier?: string | undefined;
  name?: string | undefined;
};

export type Subscription = {
  topicKey: string;
  /** The name of the topic if it has to be created. */
  topicName?: string | undefined;
  joining: readonly Joining[];
  /** False: the request comes from an inbox session that no hash proves. It creates no topic, and its subscriptions are limited. */
  isProven: boolean;
  /** Replaces the rules of all named members, also of those that were members before. */
  rules?: SubscriptionRules | undefined;
  /** Called with the members before anything is committed; what it throws undoes the subscription. */
  check?: (members: readonly Member[]) => void;
  nowMs: number;
};

/**
 * Adds subscribers to a topic, which is created if it does not exist.
 * @returns the topic, and the members among the named subscribers; subscribers that do not exist are missing.
 * @throws AppError conflict if the topic is deleted at the same time; not_found and conflict of `checkUnproven`.
 */
export async function subscribe(
  database: Transactional,
  environmentId: string,
  { joining, isProven, rules, check, nowMs, ...topicInput }: Subscription,
): Promise<{ topic: Topic; members: Member[] }> {
  return database.transaction(async (tx) => {
    const subscriberKeys = joining.map(({ subscriberKey }) => subscriberKey);
    if (!isProven) await checkUnproven(tx, environmentId, { topicKey: topicInput.topicKey, subscriberKeys });
    const topic = await ensureTopic(tx, environmentId, { ...topicInput, nowMs });
    if (isProven) await endNaming(tx, environmentId, subscriberKeys);
    const added = joining.map((one) => ({ ...one, id: newId(nowMs) }));
    await addMembers(tx, environmentId, { topicId: topic.id, members: added });
    // A separate statement, because only a new one sees members that concurrent transactions added.
    const members = await findMembers(tx, environmentId, { topicId: topic.id, subscriberKeys });
    check?.(members);
    if (rules) {
      const subscriberIds = members.map(({ subscriber }) => subscriber.id);
      await saveRules(tx, environmentId, { topicId: topic.id, subscriberIds, rules });
    }
    return { topic, members };
  });
}

/**
 * Any browser can send such a request: it creates no topic, so that the rows that it makes are limited by the topics of the
 * environment and by `MAX_UNPROVEN_SUBSCRIPTIONS`.
 * @throws AppError not_found without the topic, conflict for one subscription more than the limit.
 */
async function checkUnproven(
  tx: Queryable,
  environmentId: string,
  { topicKey, subscriberKeys }: { topicKey: string; subscriberKeys: readonly SubscriberKey[] },
): Promise<void> {
  const topic = await lockTopic(tx, environmentId, topicKey);
  if (!topic) throw new AppError("not_found", `${NO_TOPIC}: ${topicKey}`);
  const others = { topicId: topic.id, subscriberKeys, max: MAX_UNPROVEN_SUBSCRIPTIONS };
  if (!(await hasManySubscriptions(tx, environmentId, others))) return;
  const sentence = `A session without a subscriberHash cannot add to a subscriber's ${MAX_UNPROVEN_SUBSCRIPTIONS} subscriptions`;
  throw new AppError("conflict", sentence);
}

/** To how many topics a session that no hash proves can subscribe its subscriber. */
export const MAX_UNPROVEN_SUBSCRIPTIONS = 100;
const NO_TOPIC = "The topic does not exist, and a session without a subscriberHash does not create it";

/** Finds or creates the topic, and locks it. */
async function ensureTopic(
  tx: Queryable,
  environmentId: string,
  { topicKey: key, topicName, nowMs }: Pick<Subscription, "topicKey" | "topicName" | "nowMs">,
): Promise<Topic> {
  const fresh = { id: newId(nowMs), key, profile: topicName === undefined ? {} : { name: topicName } };
  const topic =
    (await lockTopic(tx, environmentId, key)) ??
    (await insertTopic(tx, environmentId, fresh)) ??
    (await lockTopic(tx, environmentId, key));
  if (topic) return topic;
  throw new AppError("conflict", `Topic with key ${key} was just deleted; try again`);
}
