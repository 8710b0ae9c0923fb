import type { AnyOperation } from "@tidings/contract";
import { type CheckedBody, type CheckParts, createBodyCheck } from "./check-body.ts";
import { fieldCheck } from "./check-fields.ts";
import { coerceQuery } from "./coerce-query.ts";
import { inspectText } from "./json-body.ts";

/** The parts of a request before the check. */
export type Given = { params: unknown; query: unknown; body: unknown };
/** The parts after the check; `faultyItems` as in `Call`. */
export type Checked = Given & Pick<CheckedBody, "faultyItems">;

/**
 * Checks requests of one operation against its schemas; created once, when the operation is registered. `bodyBytes` is
 * the maximum size of the body as sent.
 */
export function createCheck(
  operation: AnyOperation,
  { brand, limits }: CheckParts,
): (given: Given, bodyBytes: number) => Checked {
  const params = fieldCheck(operation.params, brand, "Validation failed");
  const query = fieldCheck(operation.query, brand);
  const body = createBodyCheck(operation, { brand, limits });
  const { query: querySchema } = operation;
  return (given, bodyBytes) => {
    inspectTexts(given.params);
    inspectTexts(given.query);
    return {
      params: params(given.params),
      query: query(querySchema ? coerceQuery(querySchema, given.query) : given.query),
      ...body(given.body, bodyBytes),
    };
  };
}

/** Texts of the path and the query also reach the database. */
function inspectTexts(given: unknown): void {
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    inspectText(name);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === "string") inspectText(text);
    }
  }
}
