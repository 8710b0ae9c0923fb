import { newId } from "../foundation/id.ts";
import type { Json } from "../foundation/json.ts";
import type { DetailCode, ExecutionDetail } from "./execution-detail.ts";

/** An execution detail to be stored. */
export type NewDetail = ExecutionDetail & { notificationId: string };

type DetailInput = { code: DetailCode; raw?: Json; isRetry?: boolean; now: Date };

/** Makes a detail for a job outside of a run, for example when it is canceled. */
export function newDetail(
  { notificationId, position }: { notificationId: string; position: number },
  { code, raw, isRetry = false, now }: DetailInput,
): NewDetail {
  const facts = { id: newId(now.getTime()), notificationId, position, providerId: null, isRetry };
  return { ...facts, code, raw: raw === undefined ? null : JSON.stringify(raw) };
}
