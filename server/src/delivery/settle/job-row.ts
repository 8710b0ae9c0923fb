import type { JsonObject } from "../../foundation/json.ts";
import type { RunJob } from "../runs/run.ts";

/** The row of a job as it is sent to the database. A column without a value is null. */
export type JobRow = Pick<
  RunJob,
  "id" | "position" | "stepId" | "type" | "status" | "scheduleExtensionsCount"
> & {
  notificationId: string;
  providerId: string | undefined;
  digest: JsonObject | undefined;
  output: JsonObject | undefined;
  /** When it is due; without it never. */
  dueAt: Date | undefined;
  /** Held by this worker from now on. */
  isLeased: boolean;
  /** Held by this worker until now. */
  isHeld: boolean;
  /** To be added to the column `packed_details`. */
  packedDetails: string | undefined;
};

type Stored = Partial<Pick<JobRow, "isHeld" | "packedDetails">>;

export function jobRow(
  notificationId: string,
  job: RunJob,
  { isHeld = false, packedDetails }: Stored = {},
): JobRow {
  const { id, position, stepId, type, status, due, scheduleExtensionsCount } = job;
  return {
    id,
    notificationId,
    position,
    stepId,
    type,
    status,
    providerId: job.providerId ?? undefined,
    digest: job.digest ?? undefined,
    output: job.output ?? undefined,
    scheduleExtensionsCount,
    dueAt: due.kind === "at" ? due.at : undefined,
    isLeased: due.kind === "leased",
    isHeld,
    packedDetails,
  };
}
