import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { groupNameAt } from "../../foundation/json-path.ts";
import type { DigestEvent } from "../../notifications/notification.ts";
import { shownPayload } from "../../notifications/shown-payload.ts";
import { countOf, type Interval, intervalOf, MAX_WAIT_MS } from "../../workflows/interval.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, Note } from "../runs/decision.ts";
import type { DecisionContext, DigestJoin, Run, RunJob } from "../runs/run.ts";
import { calendarMoment } from "../steps/calendar-moment.ts";

/** Above what any window holds; the database counts up to twice as many. */
const MAX_EVENTS = 1_000_000_000;
/** How many events an execution detail lists; its count is always exact. */
const EVENTS_IN_DETAIL = 10;
const MAX_DETAIL_CHARS = 20_000;

/**
 * A digest collects the events of one key: regular, for `amount` × `unit` from the first of them; timed, until the
 * next time of its cron expression in the subscriber's time zone. The regular form has three options:
 * `lookBackWindow` lets the first event after a quiet period pass, `slidingCap` lets every event extend the window up
 * to a cap, `maxEvents` closes the window early.
 */
export function decideDigest(
  run: Run,
  step: Step,
  context: Pick<DecisionContext, "now" | "defaultZone">,
): Decision {
  const { now } = context;
  const controls = step.controlValues;
  const digestKey = groupNameAt(
    run.payload,
    typeof controls.digestKey === "string" ? controls.digestKey : "",
  );
  const interval = intervalOf(controls);
  const timed = calendarMoment(run, controls, context);
  if (timed === "invalid") return invalid("its calendar times name no moment");
  if (timed) {
    const { basis } = timed;
    const settings = { type: "timed", timed: { ...timed.timed, untilDate: timed.at.toISOString() }, basis };
    const request = { kind: "digest", digestKey, closesAt: timed.at } as const;
    return gate(request, { ...settings, ...lengthOf(interval), ...keyOf(controls) });
  }
  if (!interval) return invalid("amount and unit of the digest do not make a time to wait");
  if (interval.ms > MAX_WAIT_MS) return { kind: "fail", details: [{ code: "defer_limit" }], endsRun: true };
  const join = {
    kind: "digest",
    digestKey,
    closesAt: after(now, interval.ms),
    ...refinements(controls, now),
  } as const;
  const type = join.lookBackMs === undefined ? "regular" : "backoff";
  return gate(join, { type, ...lengthOf(interval), ...keyOf(controls), ...lookBackOf(controls) });
}

/** The interval of a calendar unit. */
function lengthOf(interval: Interval | undefined): JsonObject {
  return interval ? { amount: interval.amount, unit: interval.unit } : {};
}

function gate(join: Omit<DigestJoin, "job">, settings: JsonObject): Decision {
  return { kind: "gate", gate: join, settings, details: [] };
}

function refinements(
  controls: JsonObject,
  now: Date,
): Pick<DigestJoin, "latestCloseAt" | "closesAtCount" | "lookBackMs"> {
  const lookBack = isJsonObject(controls.lookBackWindow) ? intervalOf(controls.lookBackWindow) : undefined;
  const cap = isJsonObject(controls.slidingCap) ? intervalOf(controls.slidingCap) : undefined;
  const maxEvents = countOf(controls.maxEvents);
  return {
    ...(lookBack ? { lookBackMs: lookBack.ms } : {}),
    ...(cap ? { latestCloseAt: after(now, cap.ms) } : {}),
    ...(maxEvents === undefined ? {} : { closesAtCount: Math.min(maxEvents, MAX_EVENTS) }),
  };
}

/** The specification's DigestMetadata. */
function lookBackOf({ lookBackWindow }: JsonObject): JsonObject {
  const interval = isJsonObject(lookBackWindow) ? intervalOf(lookBackWindow) : undefined;
  return interval ? { backoff: true, backoffAmount: interval.amount, backoffUnit: interval.unit } : {};
}

/** `updateMode` has no meaning in the specification; it is stored for the record. */
function keyOf({ digestKey, updateMode }: JsonObject): JsonObject {
  return {
    ...(typeof digestKey === "string" && digestKey ? { digestKey } : {}),
    ...(typeof updateMode === "boolean" ? { updateMode } : {}),
  };
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function invalid(reason: string): Decision {
  return { kind: "fail", details: [{ code: "invalid_digest", raw: { reason } }], endsRun: true };
}

export function finishDigest(run: Run, job: RunJob): Decision {
  const events = run.digestEvents.get(job.stepId) ?? [];
  const eventCount = run.digestCounts.get(job.stepId) ?? events.length;
  const details: Note[] = [{ code: "digest_finished", raw: { eventCount, events: shownEvents(events) } }];
  if (events.length < eventCount) {
    details.push({ code: "digest_shortened", raw: { eventCount, eventsInTemplates: events.length } });
  }
  return { kind: "complete", output: { eventCount }, details };
}

/** The first events, while their payloads fit into an execution detail. */
function shownEvents(events: readonly DigestEvent[]): Json[] {
  const shown: Json[] = [];
  let chars = 0;
  for (const { id, time, payload } of events.slice(0, EVENTS_IN_DETAIL)) {
    const event = { id, time, payload: isJsonObject(payload) ? shownPayload(payload) : payload };
    chars += JSON.stringify(event).length;
    if (chars > MAX_DETAIL_CHARS) break;
    shown.push(event);
  }
  return shown;
}
