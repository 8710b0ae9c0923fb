import type { JobStatus, StepType } from "@tidings/contract";
import type { Json, JsonObject } from "../foundation/json.ts";

/** The record of one trigger for one subscriber (the wire's "event"). */
export type Notification = {
  id: string;
  triggerId: string;
  transactionId: string;
  workflowId: string;
  workflowVersion: number;
  /** Our id of the subscriber. */
  subscriberId: string;
  /** The notification whose digest took this one in. */
  digestedInto: string | null;
};

/** One step of a notification, and at the same time its entry in the queue (`dueAt` set = waits for a worker). */
export type Job = {
  id: string;
  position: number;
  /** The step's database id. */
  stepId: string;
  type: StepType;
  status: JobStatus;
  providerId: string | null;
  /** What a digest or delay was told to do; for the record. */
  digest: JsonObject | null;
  /** What the step came to; later steps see it as `steps.<stepId>`. */
  output: JsonObject | null;
  /** How often a wait that was over went on until the subscriber's schedule is open. */
  scheduleExtensionsCount: number;
};

export type DigestEvent = { id: string; time: string; payload: Json };
