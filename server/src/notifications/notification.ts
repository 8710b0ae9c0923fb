import type { JobStatus, StepType } from "@tidings/contract";
import type { StepId, SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** The record of one trigger for one subscriber (the wire's "event"). */
export type Notification = {
  id: string;
  triggerId: string;
  transactionId: string;
  workflowId: WorkflowId;
  workflowVersion: number;
  subscriberId: SubscriberId;
  /** The notification whose digest includes this one. */
  digestedInto: string | null;
};

/** One step of a notification, and its entry in the queue (`dueAt` is set while it waits for a worker). */
export type Job = {
  id: string;
  position: number;
  stepId: StepId;
  type: StepType;
  status: JobStatus;
  providerId: string | null;
  /** The settings of a digest or delay; only stored. */
  digest: JsonObject | null;
  /** The result of the step; later steps see it as `steps.<key>`. */
  output: JsonObject | null;
  /** How often a finished wait was extended until the subscriber's schedule opens. */
  scheduleExtensionsCount: number;
};

export type DigestEvent = { id: string; time: string; payload: Json };
