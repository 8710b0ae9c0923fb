import { evaluateRule } from "../../conditions/rule.ts";
import { workOfRun } from "../../conditions/work.ts";
import { contextScope } from "../../contexts/contexts.ts";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { LoopTurn } from "../../foundation/loop-turn.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import { findSubscribers } from "../../subscribers/subscriber-store.ts";
import { findRuledMembers, type RuledMember } from "../../topics/subscription-rule-store.ts";
import type { SubscriptionRule } from "../../topics/subscription-rules.ts";
import type { Recipient, Trigger } from "../../triggers/trigger.ts";
import { isCritical } from "../../workflows/workflow.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";
import type { Engine } from "../engine.ts";
import type { DecisionContext } from "../runs/run.ts";
import { subscriberScope, workflowScope } from "../runs/template-scope.ts";
import type { RuledTopics } from "./next-recipients.ts";

/** Bytes of rules that are in memory at once. */
const MAX_RULE_BYTES = 8_000_000;
/** Units of work (`conditions/work.ts`) for the rules of one share: up to 0.3 s. */
const MAX_SHARE_UNITS = 200_000_000;

/** Members that a trigger reached through its topics. */
export type Reached = { trigger: Trigger; recipients: readonly Recipient[]; ruledTopics: RuledTopics };

/** What is known of all recipients of a batch. */
export type Known = {
  subscribers: ReadonlyMap<SubscriberKey, Subscriber>;
  contextData: ReadonlyMap<string, JsonObject>;
} & Pick<DecisionContext, "now" | "memo">;

export type FilteringEngine = Pick<Engine, "versions" | "chargeLoop"> & { database: Queryable };

/** Which members are left out. Members after `decidedUntil` are decided in the next share. */
export type Filtered = { leftOut: ReadonlySet<SubscriberId>; decidedUntil?: SubscriberId };

const NONE_LEFT_OUT: Filtered = { leftOut: new Set() };

/**
 * Decides which members a trigger does not reach, because the rules of each of their subscriptions to its topics keep it
 * away. A rule that cannot be evaluated with the data keeps it away. Critical workflows reach all.
 */
export async function filterBySubscriptions(
  engine: FilteringEngine,
  environmentId: string,
  { trigger, recipients, ruledTopics }: Reached,
  known: Known,
): Promise<Filtered> {
  const { database } = engine;
  const { workflowId, workflowVersion: version } = trigger;
  const versionOf = await engine.versions.get(database, environmentId, [{ workflowId, version }]);
  const workflow = versionOf({ workflowId, version });
  if (isCritical(workflow.definition)) return NONE_LEFT_OUT;
  const members = recipients.flatMap(({ subscriberKey }) => known.subscribers.get(subscriberKey) ?? []);
  const subscriberIds = members.map(({ id }) => id);
  const reading = { ...ruledTopics, subscriberIds, workflowId, maxBytes: MAX_RULE_BYTES };
  const ruled = await findRuledMembers(database, environmentId, reading);
  if (ruled.length === 0) return NONE_LEFT_OUT;
  const scope = await sharedScope(database, environmentId, { trigger, workflow, ...known });
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const loop = new LoopTurn((ms) => engine.chargeLoop?.(environmentId, ms));
  const isReached = evaluator({ payload: trigger.payload, scope, ...known });
  return decide(ruled, loop, (rules, id) => isReached(rules, memberOf.get(id) as Subscriber));
}

type SharedScope = { trigger: Trigger; workflow: WorkflowVersion } & Pick<Known, "contextData">;

/** The variables that are the same for all members of a share. */
async function sharedScope(
  database: Queryable,
  environmentId: string,
  { trigger, workflow, contextData }: SharedScope,
): Promise<JsonObject> {
  const { payload, contextKeys } = trigger;
  const [actor] =
    trigger.actor === null ? [] : await findSubscribers(database, environmentId, [trigger.actor]);
  return {
    payload,
    actor: actor ? subscriberScope(actor) : {},
    context: contextScope(contextKeys, contextData),
    workflow: workflowScope(workflow),
  };
}

/** Decides one member after the other, until the share has used its units of work. */
async function decide(
  ruled: readonly RuledMember[],
  loop: LoopTurn,
  isReached: (rules: readonly SubscriptionRule[], id: SubscriberId) => { passes: boolean; units: number },
): Promise<Filtered> {
  const leftOut = new Set<SubscriberId>();
  let units = 0;
  let decidedUntil: SubscriberId | undefined;
  for (const { subscriberId, rules } of ruled) {
    if (decidedUntil && (!rules || units > MAX_SHARE_UNITS)) {
      loop.end();
      return { leftOut, decidedUntil };
    }
    const result = isReached(rules ?? [], subscriberId);
    units += result.units;
    if (!result.passes) leftOut.add(subscriberId);
    decidedUntil = subscriberId;
    await loop.yield();
  }
  loop.end();
  return { leftOut };
}

type Evaluating = { payload: JsonObject; scope: JsonObject } & Pick<Known, "now" | "memo">;

/** Equal conditions become one object, so that those of the payload alone are evaluated once. */
function evaluator({ payload, scope, now, memo }: Evaluating) {
  const known = new Map<string, JsonObject>();
  const sharedObject = (condition: JsonObject): JsonObject => {
    const text = JSON.stringify(condition);
    const shared = known.get(text) ?? condition;
    known.set(text, shared);
    return shared;
  };
  return (rules: readonly SubscriptionRule[], subscriber: Subscriber) => {
    const work = workOfRun();
    const before = work.left;
    const own = { ...scope, subscriber: subscriberScope(subscriber) };
    const passes = rules.some(({ enabled, condition }) => {
      if (!enabled || !condition) return enabled;
      const rule = sharedObject(condition);
      const result = memo.of(rule, payload, () => evaluateRule(rule, own, now, work));
      return result.ok && result.passes;
    });
    return { passes, units: before - work.left };
  };
}
