import {
  type Brand,
  type DigestMetadata,
  type ExecutionDetail,
  IN_APP_PROVIDER_ID,
  type Job,
  type JobDigestTimed,
  type JobStep,
  PROVIDER_IDS,
  type ProviderId,
  toBrand,
} from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { overridesToWire } from "../../triggers/api/overrides-wire.ts";
import type { Step, StepVariant } from "../../workflows/workflow.ts";
import { meaningOf } from "../execution-detail.ts";
import type { JobRecord } from "../notification-record.ts";
import type { StoredDetail } from "../record-store.ts";
import { shownPayload } from "../shown-payload.ts";

/** Names of providers on the wire: ids with the wire's brand, and display names. */
export type WireNames = { brand: Brand; providerName: (id: string) => string | undefined };

/** The values that all jobs of a run share. */
export type RunFields = { steps: readonly Step[]; payload: JsonObject; overrides: JsonObject };

export function toJob(job: JobRecord, run: RunFields, names: WireNames): Job {
  return {
    _id: job.id,
    type: job.type,
    ...omitEmpty({ digest: digestOf(job) }),
    executionDetails: job.details.map((detail) => toDetail(detail, names)),
    step: toStep(job, run.steps),
    overrides: overridesToWire(run.overrides, names.brand),
    payload: run.payload,
    providerId: wireProvider(job.providerId ?? IN_APP_PROVIDER_ID, names) ?? inHouse(names),
    status: job.status,
    updatedAt: job.updatedAt.toISOString(),
    ...(job.scheduleExtensionsCount > 0 ? { scheduleExtensionsCount: job.scheduleExtensionsCount } : {}),
    ...progressOf(job, run.steps),
  };
}

/** A job for lists: its fields of progress; the required fields of the record have no content. */
export function toBriefJob(job: JobRecord, steps: readonly Step[], names: WireNames): Job {
  const { stepId, dueAt, nextAttemptAt } = progressOf(job, steps);
  return {
    _id: job.id,
    type: job.type,
    executionDetails: [],
    step: { _id: job.stepId, active: true, filters: [], _templateId: job.stepId },
    providerId: wireProvider(job.providerId ?? IN_APP_PROVIDER_ID, names) ?? inHouse(names),
    status: job.status,
    updatedAt: job.updatedAt.toISOString(),
    ...omitEmpty({ stepId, dueAt, nextAttemptAt }),
  };
}

/** What the job waits for, and what it has sent. */
function progressOf(job: JobRecord, steps: readonly Step[]) {
  return omitEmpty({
    stepId: steps.find(({ id }) => id === job.stepId)?.stepKey,
    dueAt: job.dueAt?.toISOString(),
    attempts: job.messageIds.length > 0 ? job.attempts : undefined,
    nextAttemptAt: job.nextAttemptAt?.toISOString(),
    messageIds: job.messageIds.length > 0 ? job.messageIds : undefined,
    eventCount: job.eventCount,
    closesAt: job.closesAt?.toISOString(),
  });
}

/**
 * The in-service provider, for a job that needs or had no provider: Novu's clients reject a whole record with an
 * unknown
 * or missing provider.
 */
function inHouse({ brand }: WireNames): ProviderId {
  return toBrand(IN_APP_PROVIDER_ID, brand) as ProviderId;
}

/** The provider's id with the wire's brand; undefined if the wire does not know the provider. */
export function wireProvider(id: string, { brand }: Pick<WireNames, "brand">): ProviderId | undefined {
  return (PROVIDER_IDS as readonly string[]).includes(id) ? (toBrand(id, brand) as ProviderId) : undefined;
}

function toDetail(
  { id, createdAt, code, isRetry, providerId, raw }: StoredDetail,
  names: WireNames,
): ExecutionDetail {
  const providerName = providerId ? (names.providerName(providerId) ?? providerId) : undefined;
  const { status, source, detail } = meaningOf(code, providerName);
  const shown = omitEmpty({ providerId: providerId ? wireProvider(providerId, names) : undefined, raw });
  const isTest = false;
  return {
    _id: id,
    createdAt: createdAt.toISOString(),
    status,
    detail,
    code,
    isRetry,
    isTest,
    ...shown,
    source,
  };
}

/** The job's step in the run's version of the workflow; a step's parent is the step before it. */
function toStep(job: JobRecord, steps: readonly Step[]): JobStep {
  const index = steps.findIndex(({ id }) => id === job.stepId);
  const step = steps[index];
  return {
    _id: job.stepId,
    active: true,
    filters: step?.filters ?? [],
    _templateId: job.stepId,
    ...omitEmpty({
      name: step?.name,
      controlVariables: step?.controlValues,
      metadata: step && waits(step.type) ? step.controlValues : undefined,
      _parentId: index > 0 ? steps[index - 1]?.id : undefined,
      variants: step?.variants?.map(toVariant),
    }),
  };
}

function toVariant({ id, name, filters, controlValues }: StepVariant): JobStep {
  const shown = omitEmpty({ name, controlVariables: controlValues });
  return { _id: id, active: true, filters, _templateId: id, ...shown };
}

function waits(type: Step["type"]): boolean {
  return type === "digest" || type === "delay";
}

const DIGEST_TYPES = ["regular", "backoff", "timed"];
const SETTINGS = [
  "digestKey",
  "amount",
  "unit",
  "type",
  "backoff",
  "backoffAmount",
  "backoffUnit",
  "updateMode",
] as const;

/** The settings of a digest or delay of these three types; the wire has no shape for others. */
function digestOf({ digest, digested }: JobRecord): DigestMetadata | undefined {
  if (!digest || typeof digest.type !== "string" || !DIGEST_TYPES.includes(digest.type)) return undefined;
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, digest[name]]));
  return omitEmpty({
    ...settings,
    events: digested?.map(shownPayload),
    timed: isJsonObject(digest.timed) ? timedOf(digest.timed) : undefined,
  }) as DigestMetadata;
}

/** Month days are strings in a workflow's definition and numbers here. */
function timedOf(timed: JsonObject): JobDigestTimed {
  const { monthDays, ...others } = timed;
  return omitEmpty({ ...others, monthDays: numbersOf(monthDays) }) as JobDigestTimed;
}

function numbersOf(list: Json | undefined): number[] | undefined {
  return Array.isArray(list) ? list.map(Number).filter(Number.isFinite) : undefined;
}
