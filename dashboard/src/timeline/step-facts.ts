import { attemptsOf } from "./attempts.ts";
import { readRaw } from "./raw-facts.ts";
import { type Sentence, say, value } from "./sentence.ts";
import type { DetailRecord, StepRecord } from "./step-record.ts";
import { isOpenStatus } from "./step-state.ts";
import type { WhyFacts } from "./why-facts.ts";

/** What the steps of a timeline share. */
export type TimelineContext = {
  readonly person: string;
  readonly workflow: string;
  /** When it was triggered, ISO. */
  readonly startedAt: string | undefined;
  /** The names of integrations by their ids, and by those of providers that have only one. */
  readonly carriers: ReadonlyMap<string, string>;
  readonly mergedInto: string | undefined;
};

/** A step among the others. */
export type Place = {
  readonly record: StepRecord;
  readonly index: number;
  readonly records: readonly StepRecord[];
};

/**
 * The name of the integration, else what the server calls the provider, as in "SendGrid provider was selected". Undefined
 * if the step came to no provider: that a job names one beforehand does not count.
 */
export function carrierOf(record: StepRecord, { carriers }: TimelineContext): string | undefined {
  const { messages, details, type } = record;
  if (type === "in_app") return undefined;
  const selected = details.findLast(({ code }) => code === "provider_selected")?.text;
  const last = details.findLast((detail) => detail.providerId !== undefined)?.providerId;
  const known = (id: string | undefined) => (id === undefined ? undefined : carriers.get(id));
  const named = messages[0]?.integrationName ?? known(messages[0]?.integrationId) ?? known(last);
  return named ?? selected?.replace(/ provider was selected$/, "") ?? last;
}

type Deciding = Place & { readonly deciding: DetailRecord };

export function factsOf({ record, records, deciding }: Deciding, context: TimelineContext): WhyFacts {
  const first = attemptsOf(record.details)[0]?.at;
  return {
    raw: readRaw(withDigest(deciding.raw, record)),
    at: deciding.at,
    person: context.person,
    workflow: context.workflow,
    step: record.name,
    type: record.type,
    carrier: carrierOf(record, context),
    rule: record.controls?.skip,
    stepName: (stepId) => records.find((one) => one.stepId === stepId || one.name === stepId)?.name ?? stepId,
    triedForMs: first && deciding.at ? Date.parse(deciding.at) - Date.parse(first) : undefined,
  };
}

/** An open digest counts its events in the record, not in the detail of its opening. */
function withDigest(raw: string | undefined, { status, type, ...record }: StepRecord): string | undefined {
  if (type !== "digest" || status !== "delayed") return raw;
  const eventCount = record.eventCount ?? (record.events.length || undefined);
  const known = { eventCount, untilDate: record.closesAt };
  const present = Object.entries(known).filter(([, one]) => one !== undefined);
  const facts = readRaw(raw);
  const own = facts.names.map((name) => [name, facts.any(name)]);
  return JSON.stringify(Object.fromEntries([...own, ...present]));
}

/** Steps that were ended by another one have no details. */
export function withoutDetail({ record, index, records }: Place, { mergedInto }: TimelineContext): Sentence {
  const before = records.slice(0, index);
  if (isOpenStatus(record.status)) {
    const waited = before.findLast(({ status }) => isOpenStatus(status));
    return waited ? say`Begins after ${value(waited.name)}.` : say`Begins next.`;
  }
  if (record.status === "merged") {
    return mergedInto
      ? say`Part of ${{ kind: "notification", id: mergedInto, label: "the notification that collected it" }}.`
      : say`Part of the notification that collected it.`;
  }
  const ended = before.findLast(({ status, details }) => details.length > 0 && ENDING.includes(status));
  return ended ? say`Not run: ${value(ended.name)} ended the workflow.` : say`Not run.`;
}

const ENDING: readonly string[] = ["failed", "skipped", "canceled"];

const PREVIEW = 120;

/** As text, whatever the channel: tags of HTML are left out. */
export function previewOf({ messages: [message] }: StepRecord): string | undefined {
  const content = typeof message?.content === "string" ? message.content.replace(/<[^>]*>/g, " ") : undefined;
  const text = (message?.subject ?? message?.title ?? content)?.replace(/\s+/g, " ").trim();
  return text && text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text || undefined;
}
