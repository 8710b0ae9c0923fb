import type { Transactional } from "../database/database.ts";
import { findMembers, renameMember } from "./member-store.ts";
import { saveRules } from "./subscription-rule-store.ts";
import type { SubscriptionRules } from "./subscription-rules.ts";
import type { Member } from "./topic.ts";

/** A change of a membership: absent fields stay as they are, null erases the name. */
export type MemberChange = {
  member: Member;
  name?: string | null | undefined;
  /** Replaces all rules. */
  rules?: SubscriptionRules | undefined;
};

/** @returns the changed membership; undefined if it does not exist any more. */
export async function changeMember(
  database: Transactional,
  environmentId: string,
  { member: { id, topicId, subscriber }, name, rules }: MemberChange,
): Promise<Member | undefined> {
  return database.transaction(async (tx) => {
    if (rules) await saveRules(tx, environmentId, { topicId, subscriberIds: [subscriber.id], rules });
    if (name !== undefined) return renameMember(tx, environmentId, { topicId, id, name });
    const subscriberKeys = [subscriber.subscriberKey];
    const members = await findMembers(tx, environmentId, { topicId, subscriberKeys });
    return members.find((one) => one.id === id);
  });
}
