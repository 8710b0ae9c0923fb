import type { FilterScope } from "../../conditions/step-filter.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { perObject } from "../../foundation/per-object.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";
import type { DecisionContext, Run, RunJob } from "./run.ts";

/**
 * The variables of a template: subscriber, payload, workflow, steps, the older `step`, `now`, the environment's time, which is
 * also the "now" of the `date` filter, and `environment` with its default zone, which that filter uses. What several runs have in
 * common is the same object: a batch is sent to a render thread with each object once.
 */
export function scopeOf(run: Run, context: Pick<DecisionContext, "now" | "defaultZone">): JsonObject {
  return {
    payload: run.payload,
    subscriber: run.subscriber ? subscriberScope(run.subscriber) : {},
    workflow: scopeOfVersion(run.workflow),
    context: run.contexts,
    steps: stepResults(run),
    step: newestDigest(run),
    now: context.now.toISOString(),
    environment: environmentScope(context),
  };
}

/** `environment` in templates. */
export const environmentScope = perObject(
  ({ defaultZone }: Pick<DecisionContext, "defaultZone">): JsonObject => ({ timezone: defaultZone }),
);

export function workflowScope({
  definition: { name, description = "", tags, severity },
  workflowKey,
}: Pick<WorkflowVersion, "definition" | "workflowKey">): JsonObject {
  return { workflowId: workflowKey, name, description, tags, severity };
}

const scopeOfVersion = perObject(workflowScope);

export function subscriberScope(subscriber: Subscriber): JsonObject {
  const { subscriberKey, firstName, lastName, email, phone, avatar, locale, timezone, data, isOnline } =
    subscriber;
  const lastOnlineAt = subscriber.lastOnlineAt?.toISOString() ?? null;
  return {
    subscriberId: subscriberKey,
    firstName,
    lastName,
    email,
    phone,
    avatar,
    locale,
    timezone,
    data,
    isOnline,
    lastOnlineAt,
  };
}

/** What filters read of a run. */
export function filterScopeOf({ payload, subscriber }: Pick<Run, "payload" | "subscriber">): FilterScope {
  return { payload, subscriber: subscriber ? subscriberScope(subscriber) : {} };
}

const NO_RESULTS: JsonObject = {};

/** The results of earlier steps, by the keys of the steps. */
function stepResults(run: Run): JsonObject {
  const done = run.jobs.filter((job) => job.status === "completed");
  if (done.length === 0) return NO_RESULTS;
  const results = done.flatMap((job) => {
    const step = run.workflow.definition.steps.find(({ id }) => id === job.stepId);
    return step ? [[step.stepKey, resultOf(run, job)]] : [];
  });
  return Object.fromEntries(results);
}

const UNSEEN = { seen: false, read: false, lastSeenDate: null, lastReadDate: null };

function resultOf(run: Run, job: RunJob): JsonObject {
  if (job.type === "in_app") return run.engagements.get(job.stepId) ?? UNSEEN;
  const events = run.digestEvents.get(job.stepId);
  return { ...job.output, ...(events ? { events: events as unknown as Json } : {}) };
}

const NO_DIGEST: JsonObject = { digest: false, events: [], total_count: 0 };

/** `step.digest`, `step.events` and `step.total_count` of the last digest that closed. */
function newestDigest(run: Run): JsonObject {
  const last = run.jobs.findLast((job) => job.type === "digest" && job.status === "completed");
  if (!last) return NO_DIGEST;
  const events = run.digestEvents.get(last.stepId) ?? [];
  const totalCount = run.digestCounts.get(last.stepId) ?? events.length;
  return { digest: true, events: events.map((event) => event.payload), total_count: totalCount };
}
