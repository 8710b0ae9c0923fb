import { type Static, Type } from "typebox";
import { freeForm, nullable, timestamp } from "./fields.ts";
import { PROVIDER_IDS } from "./provider-ids.ts";
import { StepFilter } from "./step-filter.ts";
import { DETAIL_SOURCES, DETAIL_STATUSES, STEP_TYPES, TIME_UNITS, WEEKDAYS, words } from "./vocabulary.ts";
import { ORDINAL_VALUES, ORDINALS } from "./workflow-template.ts";

/** Specification: ExecutionDetail. */
export const ExecutionDetail = Type.Object(
  {
    _id: Type.String(),
    createdAt: Type.Optional(timestamp()),
    status: words(DETAIL_STATUSES),
    detail: Type.String({ description: "What happened, in a sentence." }),
    code: Type.Optional(Type.String({ description: "Stable code for programs." })),
    isRetry: Type.Boolean(),
    isTest: Type.Boolean(),
    providerId: Type.Optional(words(PROVIDER_IDS)),
    raw: Type.Optional(nullable(Type.String(), "Raw data as JSON text.")),
    source: words(DETAIL_SOURCES),
  },
  { title: "ExecutionDetail", description: "One event in the history of a job." },
);
export type ExecutionDetail = Static<typeof ExecutionDetail>;

/** Specification: the timed object of DigestMetadata. Month days are numbers here, but texts in a workflow's step. */
export const JobDigestTimed = Type.Object(
  {
    atTime: Type.Optional(Type.String()),
    weekDays: Type.Optional(Type.Array(words(WEEKDAYS))),
    monthDays: Type.Optional(Type.Array(Type.Number())),
    ordinal: Type.Optional(words(ORDINALS)),
    ordinalValue: Type.Optional(words(ORDINAL_VALUES)),
    monthlyType: Type.Optional(words(["each", "on"])),
    cronExpression: Type.Optional(Type.String()),
    untilDate: Type.Optional(Type.String()),
  },
  { title: "JobDigestTimed", description: "When the digest of a job closes." },
);
export type JobDigestTimed = Static<typeof JobDigestTimed>;

/** Specification: DigestMetadata. */
export const DigestMetadata = Type.Object(
  {
    digestKey: Type.Optional(Type.String()),
    amount: Type.Optional(Type.Number()),
    unit: Type.Optional(words(TIME_UNITS)),
    type: words(["regular", "backoff", "timed"]),
    events: Type.Optional(Type.Array(freeForm(), { description: "Payloads that the digest collected." })),
    backoff: Type.Optional(Type.Boolean()),
    backoffAmount: Type.Optional(Type.Number()),
    backoffUnit: Type.Optional(words(TIME_UNITS)),
    updateMode: Type.Optional(Type.Boolean()),
    timed: Type.Optional(JobDigestTimed),
  },
  { title: "DigestMetadata", description: "How a job's digest collects, and what it collected." },
);
export type DigestMetadata = Static<typeof DigestMetadata>;

/** Specification: JobStep; its variants have the same shape. */
export const JobStep = Type.Cyclic(
  {
    JobStep: Type.Object(
      {
        _id: Type.String(),
        active: Type.Boolean(),
        replyCallback: Type.Optional(freeForm()),
        controlVariables: Type.Optional(freeForm()),
        metadata: Type.Optional(freeForm()),
        issues: Type.Optional(freeForm()),
        filters: Type.Array(StepFilter),
        template: Type.Optional(freeForm("The step's content; its fields are not part of the contract.")),
        variants: Type.Optional(Type.Array(Type.Ref("JobStep"))),
        _templateId: Type.String(),
        name: Type.Optional(Type.String()),
        _parentId: Type.Optional(nullable(Type.String())),
      },
      { title: "JobStep", description: "The step a job executes." },
    ),
  },
  "JobStep",
);
export type JobStep = Static<typeof JobStep>;

/** The execution of one step of a notification (specification: Job). */
export const Job = Type.Object(
  {
    _id: Type.String(),
    type: words(STEP_TYPES),
    digest: Type.Optional(DigestMetadata),
    executionDetails: Type.Array(ExecutionDetail),
    step: JobStep,
    overrides: Type.Optional(freeForm()),
    payload: Type.Optional(freeForm()),
    providerId: words(PROVIDER_IDS, { description: "For steps without a provider, the service's own id." }),
    status: Type.String({
      description: "pending, queued, running, completed, failed, delayed, canceled, merged or skipped.",
    }),
    updatedAt: Type.Optional(timestamp()),
    scheduleExtensionsCount: Type.Optional(
      Type.Number({ description: "How often the job was delayed because of the subscriber's schedule." }),
    ),
    stepId: Type.Optional(Type.String({ description: "Identifier of its step in the workflow." })),
    dueAt: Type.Optional(
      timestamp("When it goes on; absent if it does not wait for a moment, or runs just now."),
    ),
    attempts: Type.Optional(Type.Integer({ description: "Provider calls for its messages." })),
    nextAttemptAt: Type.Optional(timestamp("The next attempt at a message that failed before.")),
    messageIds: Type.Optional(Type.Array(Type.String(), { description: "Its messages." })),
    eventCount: Type.Optional(Type.Integer({ description: "Events that its open digest has collected." })),
    closesAt: Type.Optional(timestamp("When its open digest ends.")),
  },
  { title: "Job", description: "The execution of one step of a notification." },
);
export type Job = Static<typeof Job>;
