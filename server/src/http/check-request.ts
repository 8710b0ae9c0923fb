import type { AnyOperation, Brand, Limits } from "@tidings/contract";
import { createByteCheck } from "./byte-limits.ts";
import { type CheckedBody, createBodyCheck } from "./check-body.ts";
import { fieldCheck } from "./check-fields.ts";
import { coerceQuery } from "./coerce-query.ts";
import { inspectText } from "./json-body.ts";

/** What a request brings, before it is checked. */
export type Given = { params: unknown; query: unknown; body: unknown };
/** What it brings when it fits; `faultyItems` as in `Call`. */
export type Checked = Given & Pick<CheckedBody, "faultyItems">;
export type CheckParts = { brand: Brand; limits: Limits };

/**
 * Checks requests of one operation against its schemas; made once, when the operation is registered. `bodyBytes` is the
 * most that the body had as it was sent.
 */
export function createCheck(
  operation: AnyOperation,
  { brand, limits }: CheckParts,
): (given: Given, bodyBytes: number) => Checked {
  const params = fieldCheck(operation.params, brand, "Validation failed");
  const query = fieldCheck(operation.query, brand);
  const body = createBodyCheck(operation, { brand, limits });
  const { query: querySchema } = operation;
  const checkBytes = createByteCheck(operation.sizedApart ? undefined : operation.body, limits);
  return (given, bodyBytes) => {
    inspectTexts(given.params);
    inspectTexts(given.query);
    const checked = {
      params: params(given.params),
      query: query(querySchema ? coerceQuery(querySchema, given.query) : given.query),
      ...body(given.body),
    };
    checkBytes(checked.body, bodyBytes);
    return checked;
  };
}

/** Path and query texts go to the database too. */
function inspectTexts(given: unknown): void {
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    inspectText(name);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === "string") inspectText(text);
    }
  }
}
