import { newId } from "../foundation/id.ts";
import type { Json } from "../foundation/json.ts";
import { DETAILS, type DetailCode, type ExecutionDetail } from "./execution-detail.ts";

/** A detail as it is stored: with the words that its code stands for. */
export type NewDetail = ExecutionDetail & { notificationId: string; status: string; source: string };

type Told = { code: DetailCode; raw?: Json; isRetry?: boolean; now: Date };

/** What happened to a job outside of a run, as canceling it. */
export function newDetail(
  { jobId, notificationId }: { jobId: string; notificationId: string },
  { code, raw, isRetry = false, now }: Told,
): NewDetail {
  const facts = { id: newId(now.getTime()), jobId, notificationId, providerId: null, isRetry };
  return withWords({ ...facts, code, raw: raw === undefined ? null : JSON.stringify(raw) });
}

export function withWords<D extends { code: DetailCode }>(detail: D): D & { status: string; source: string } {
  const [status, source] = DETAILS[detail.code];
  return { ...detail, status, source };
}
