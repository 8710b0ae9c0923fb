import type { ReasonClass } from "@tidings/contract";
import { type Attempt, attemptsOf } from "./attempts.ts";
import { classOf, isDetailCode } from "./detail-codes.ts";
import { readRaw, timeIn } from "./raw-facts.ts";
import type { Sentence } from "./sentence.ts";
import {
  carrierOf,
  factsOf,
  type Place,
  previewOf,
  type TimelineContext,
  withoutDetail,
} from "./step-facts.ts";
import type { DetailRecord, StepRecord } from "./step-record.ts";
import { isOpenStatus, markOf, type StepMark } from "./step-state.ts";
import { offersOf, questionOf, sentenceOf } from "./why.ts";
import type { Offer } from "./why-facts.ts";
import { isChannel, kindOf } from "./words.ts";

export type TimelineStep = {
  readonly id: string;
  readonly stepId: string | undefined;
  /** The id by which messages name the step. */
  readonly templateId: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  /** The integration or provider that carried its message. */
  readonly carrier: string | undefined;
  readonly providerId: string | undefined;
  /** The control values of the version that ran. */
  readonly controls: StepRecord["controls"];
  readonly status: string;
  readonly mark: StepMark;
  /** When it came to this state, ISO; undefined before it begins. */
  readonly at: string | undefined;
  /** Until when it waits, ISO. */
  readonly until: string | undefined;
  readonly sentence: Sentence;
  /** The title or the first words of its message. */
  readonly preview: string | undefined;
  readonly reason: StepReason | undefined;
  readonly details: readonly DetailRecord[];
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: string | undefined;
  /** Payloads that a digest collected. */
  readonly events: readonly unknown[];
  /** From the step before, in milliseconds, if it is more than a second. */
  readonly gapMs: number | undefined;
  readonly startsOpen: boolean;
};

/** The detail that decided what became of a step. */
export type StepReason = {
  readonly code: string;
  readonly class: ReasonClass | null;
  readonly question: string;
  readonly offers: readonly Offer[];
};

/** Details that say how a step went on, not what became of it. */
const ON_THE_WAY: readonly string[] = [
  "step_queued",
  "provider_selected",
  "message_created",
  "variant_chosen",
  "severity_overridden",
  "version_changed",
  "integration_condition_failed",
  "device_tokens_removed",
  "recipients_left_out",
  "recipients_refused",
  "mail_unprepared",
  "dead_letter_discarded",
];

/** What became of a message, or of its dead letter, after the step was over. */
const isAfterwards = ({ status, code }: DetailRecord): boolean =>
  status === "ReadConfirmation" || code === "dead_letter_discarded";

export function timelineStep(place: Place, context: TimelineContext): TimelineStep {
  const { record } = place;
  const { details, status, type } = record;
  const deciding = details.findLast(({ code }) => !ON_THE_WAY.includes(code ?? ""));
  const raw = readRaw(deciding?.raw);
  const reasonClass = deciding ? classOf(deciding) : null;
  const isOpen = isOpenStatus(status);
  const nextAttemptAt = isOpen ? (record.nextAttemptAt ?? timeIn(raw, "nextAttemptAt")) : undefined;
  const isTrying = nextAttemptAt !== undefined;
  const mark = markOf({ status, reason: reasonClass, isChannel: isChannel(type), isTrying });
  const carrier = isChannel(type) ? carrierOf(record, context) : undefined;
  return {
    id: record.id,
    stepId: record.stepId,
    templateId: record.templateId,
    name: record.name,
    type,
    kind: kindOf(type),
    carrier,
    providerId: record.providerId,
    controls: record.controls,
    status,
    mark,
    at: momentOf(record),
    until: isOpen ? untilOf(record) : undefined,
    sentence: deciding
      ? sentenceOf(deciding.code, factsOf({ ...place, deciding }, context), deciding.text)
      : withoutDetail(place, context),
    reason: deciding && reasonOf(deciding, record, context),
    preview: previewOf(record),
    details,
    attempts: attemptsOf(details),
    nextAttemptAt,
    events: record.events,
    gapMs: undefined,
    startsOpen: mark.shape === "failed",
  };
}

function reasonOf(
  deciding: DetailRecord,
  { name, type, status }: StepRecord,
  { person }: TimelineContext,
): StepReason | undefined {
  const { code } = deciding;
  if (!isDetailCode(code)) return undefined;
  const question = questionOf({ person, step: name, type, isOver: !isOpenStatus(status) });
  return { code, class: classOf(deciding), question, offers: offersOf(code) };
}

/** The end of the step itself: that it was seen later does not move it. */
function momentOf({ details, status, changedAt }: StepRecord): string | undefined {
  if (status === "pending") return undefined;
  return details.findLast((one) => !isAfterwards(one))?.at ?? changedAt;
}

function untilOf({ details, dueAt, closesAt, nextAttemptAt, status }: StepRecord): string | undefined {
  if (status !== "delayed" && status !== "running") return undefined;
  const raw = readRaw(details.at(-1)?.raw);
  return closesAt ?? nextAttemptAt ?? timeIn(raw, "untilDate") ?? timeIn(raw, "nextAttemptAt") ?? dueAt;
}
