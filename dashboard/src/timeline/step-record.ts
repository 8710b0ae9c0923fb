import type {
  ExecutionDetail,
  Job,
  Message,
  Notification,
  SimulatedRecipient,
  SimulatedStep,
} from "@tidings/contract";

/** One step as a timeline reads it: a job of a notification, or a step of an explanation. */
export type StepRecord = {
  readonly id: string;
  /** The caller's identifier of the step. */
  readonly stepId: string | undefined;
  /** The id by which messages name the step. */
  readonly templateId: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly providerId: string | undefined;
  readonly details: readonly DetailRecord[];
  /** When it ended or last changed, if no detail says so. */
  readonly changedAt: string | undefined;
  /** When it goes on, while it waits. */
  readonly dueAt: string | undefined;
  readonly nextAttemptAt: string | undefined;
  /** Of an open digest. */
  readonly eventCount: number | undefined;
  readonly closesAt: string | undefined;
  /** The control values of the version that ran. */
  readonly controls: Readonly<Record<string, unknown>> | undefined;
  /** Payloads that a digest collected. */
  readonly events: readonly unknown[];
  readonly messages: readonly MessageRecord[];
};

export type DetailRecord = {
  readonly code: string | undefined;
  readonly status: ExecutionDetail["status"];
  readonly text: string;
  readonly at: string | undefined;
  readonly raw: string | undefined;
  readonly providerId: string | undefined;
  readonly isRetry: boolean;
};

/** A message of a step, stored or simulated. */
export type MessageRecord = Pick<Message, "channel" | "subject" | "content" | "title" | "integrationId"> & {
  readonly integrationName?: string | undefined;
};

/** The steps of a notification; `messages` are those that its steps made. */
export function recordsOf(notification: Notification, messages: readonly Message[] = []): StepRecord[] {
  return (notification.jobs ?? []).map((job) => recordOf(job, messages));
}

function recordOf(job: Job, messages: readonly Message[]): StepRecord {
  const { step } = job;
  return {
    id: job._id,
    stepId: job.stepId,
    templateId: step._templateId,
    name: step.name ?? job.stepId ?? job.type,
    type: job.type,
    status: job.status,
    providerId: job.providerId,
    details: job.executionDetails.map(detailOf),
    changedAt: job.updatedAt,
    dueAt: job.dueAt,
    nextAttemptAt: job.nextAttemptAt,
    eventCount: job.eventCount,
    closesAt: job.closesAt,
    controls: step.controlVariables,
    events: job.digest?.events ?? [],
    messages: messages.filter((message) => message._messageTemplateId === step._id),
  };
}

function detailOf({
  code,
  status,
  detail,
  createdAt,
  raw,
  providerId,
  isRetry,
}: ExecutionDetail): DetailRecord {
  return { code, status, text: detail, at: createdAt, raw: raw ?? undefined, providerId, isRetry };
}

/** The steps that a trigger would run for one recipient. */
export const simulatedRecords = ({ steps }: SimulatedRecipient): StepRecord[] => steps.map(simulatedRecord);

function simulatedRecord(step: SimulatedStep): StepRecord {
  const { stepId, name, type, status, endsAt, details, messages } = step;
  return {
    id: stepId,
    stepId,
    templateId: undefined,
    name,
    type,
    status,
    providerId: messages[0]?.providerId,
    details: details.map(({ at, code, detail, providerId, raw, status }) => {
      return { code, status, text: detail, at, raw, providerId, isRetry: false };
    }),
    changedAt: endsAt,
    dueAt: undefined,
    nextAttemptAt: undefined,
    eventCount: undefined,
    closesAt: undefined,
    controls: undefined,
    events: [],
    messages: messages.map((message) => ({ ...message, integrationName: message.integration?.name })),
  };
}
