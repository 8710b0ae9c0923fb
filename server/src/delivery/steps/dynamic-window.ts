import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { valueAt } from "../../foundation/json-path.ts";
import { intervalOf } from "../../workflows/interval.ts";

/** What stands in the payload at a `dynamicKey`: a moment, or a length of time from now. */
export type DynamicMoment =
  | { kind: "at"; at: Date }
  | { kind: "past"; at: Date }
  | { kind: "missing" }
  | { kind: "unreadable" };

const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads an ISO 8601 moment or `{amount, unit}` (wire-facts 5.5, 5.6); a moment without an offset is UTC. */
export function dynamicMoment(payload: JsonObject, path: string, now: Date): DynamicMoment {
  const value = valueAt(payload, path);
  if (value === undefined || value === null) return { kind: "missing" };
  if (isJsonObject(value)) {
    const interval = intervalOf(value);
    return interval ? { kind: "at", at: new Date(now.getTime() + interval.ms) } : { kind: "unreadable" };
  }
  if (typeof value !== "string" || !ISO_MOMENT.test(value)) return { kind: "unreadable" };
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(value) || !/[T ]/.test(value);
  const at = new Date(hasOffset ? value : `${value}Z`);
  if (Number.isNaN(at.getTime())) return { kind: "unreadable" };
  return at <= now ? { kind: "past", at } : { kind: "at", at };
}
