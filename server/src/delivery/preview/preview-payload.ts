import type { StepPreviewInput } from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject, jsonBytes } from "../../foundation/json.ts";
import { exampleOf } from "../../workflows/example.ts";
import type { Step, Workflow } from "../../workflows/workflow.ts";
import { environmentScope, workflowScope } from "../runs/template-scope.ts";

/** Values for every variable of a text. */
export type PreviewPayload = {
  subscriber: JsonObject;
  payload: JsonObject;
  steps: JsonObject;
  context: JsonObject;
};

/** Its zone is the environment's default zone. */
const EXAMPLE_SUBSCRIBER: JsonObject = {
  subscriberId: "subscriber-1",
  firstName: "Ada",
  lastName: "Example",
  email: "ada@example.com",
  phone: "+15550100",
  avatar: null,
  locale: "en-US",
  isOnline: false,
  lastOnlineAt: null,
  data: {},
};

/** Each of 20 digests repeats the payload; a larger one is left out of their events. */
const MAX_EVENT_BYTES = 64 * 1024;

type Preview = { previous: readonly Step[]; schema: JsonObject | undefined; now: Date; defaultZone: string };

/** The caller's values, and example values for the rest. */
export function previewPayload(
  { subscriber, payload, steps, context = {} }: NonNullable<StepPreviewInput["previewPayload"]>,
  { previous, schema, now, defaultZone }: Preview,
): PreviewPayload {
  const example = exampleOf(schema, ["payload"]);
  const whole = { ...(isJsonObject(example) ? example : {}), ...(payload as JsonObject | undefined) };
  const inEvents = jsonBytes(whole) <= MAX_EVENT_BYTES ? whole : {};
  const results = previous.map((step) => [step.stepKey, resultOf(step, inEvents, now)]);
  return {
    subscriber: {
      ...EXAMPLE_SUBSCRIBER,
      timezone: defaultZone,
      ...(subscriber as JsonObject | undefined),
    },
    payload: whole,
    steps: { ...Object.fromEntries(results), ...(steps as JsonObject | undefined) },
    context: Object.fromEntries(
      Object.entries(context).map(([type, given]) => [
        type,
        typeof given === "string" ? { id: given, data: {} } : { data: {}, ...given },
      ]),
    ) as JsonObject,
  };
}

/** The result of an earlier step that succeeds; of a digest, one example event. */
function resultOf({ type }: Step, payload: JsonObject, now: Date): JsonObject {
  if (type === "digest") {
    return { eventCount: 1, events: [{ id: "event-1", time: now.toISOString(), payload }] };
  }
  if (type === "in_app") return { seen: false, read: false, lastSeenDate: null, lastReadDate: null };
  if (type === "throttle") return { throttled: false, executionCount: 1, threshold: 1 };
  return type === "delay" ? { duration: 0 } : {};
}

/** The variables of the texts, as `scopeOf` gives them to a run. */
export function previewScope(
  { payload, subscriber, context, steps }: PreviewPayload,
  workflow: Workflow,
  around: Pick<Preview, "previous" | "now" | "defaultZone">,
): JsonObject {
  const { previous, now } = around;
  const digest = previous.findLast(({ type }) => type === "digest");
  const environment = environmentScope(around);
  const scope = { payload, subscriber, context, steps, environment, now: now.toISOString() };
  return { ...scope, workflow: workflowScope(workflow), step: textsOf(digest && steps[digest.stepKey]) };
}

function textsOf(digest: Json | undefined): JsonObject {
  if (!isJsonObject(digest)) return { digest: false, events: [], total_count: 0 };
  const events = Array.isArray(digest.events) ? digest.events : [];
  const payloads = events.map((event) => (isJsonObject(event) ? (event.payload ?? {}) : {}));
  return { digest: true, events: payloads, total_count: digest.eventCount ?? events.length };
}
