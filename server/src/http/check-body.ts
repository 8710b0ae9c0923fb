import type { AnyOperation, Brand, Limits } from "@tidings/contract";
import { type TObject, type TSchema, Type } from "typebox";
import { AppError } from "../foundation/app-error.ts";
import { createByteCheck } from "./byte-limits.ts";
import { fieldCheck } from "./check-fields.ts";
import type { Call } from "./endpoint.ts";

export type CheckParts = { brand: Brand; limits: Limits };
export type CheckedBody = { body: unknown; faultyItems: Call<AnyOperation>["faultyItems"] };
/** `bytes` is the maximum size of the body as sent. @throws AppError invalid */
type BodyCheck = (body: unknown, bytes: number) => CheckedBody;

const NONE: CheckedBody["faultyItems"] = new Map();

/** Checks shapes and sizes. Errors of single items in the `checkedApart` list are returned, not thrown. */
export function createBodyCheck(operation: AnyOperation, parts: CheckParts): BodyCheck {
  const { body: schema, checkedApart } = operation;
  if (!schema) return () => ({ body: undefined, faultyItems: NONE });
  if (checkedApart !== undefined) return checkWithItems(operation, checkedApart, parts);
  const check = fieldCheck(schema, parts.brand);
  const checkBytes = createByteCheck(schema, parts.limits);
  return (given, bytes) => {
    // A missing body counts as an empty object.
    const body = check(given ?? {});
    checkBytes(body, bytes);
    return { body, faultyItems: NONE };
  };
}

function checkWithItems(
  { body: schema, sizedApart }: AnyOperation,
  list: string,
  { brand, limits }: CheckParts,
): BodyCheck {
  const { properties, ...rest } = schema as TObject;
  const { items, ...ofList } = properties[list] as TSchema & { items: TSchema };
  const anyItems = { ...ofList, items: Type.Unknown() };
  const check = fieldCheck({ ...rest, properties: { ...properties, [list]: anyItems } } as TSchema, brand);
  const checkBytes = createByteCheck(sizedApart ? undefined : schema, limits);
  const checkItem = fieldCheck(items, brand, "Validation failed");
  const checkItemBytes = createByteCheck(sizedApart ? items : undefined, limits);
  return (given, bytes) => {
    const body = check(given ?? {}) as Record<string, unknown[]>;
    checkBytes(body, bytes);
    const faultAt = (item: unknown) => faultOf(() => checkItemBytes(checkItem(item), bytes));
    const faulty = body[list]?.map((item, at) => [at, faultAt(item)] as const) ?? [];
    return { body, faultyItems: new Map(faulty.filter(isFault)) };
  };
}

function faultOf(check: () => void): AppError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isFault(entry: readonly [number, AppError | undefined]): entry is readonly [number, AppError] {
  return entry[1] !== undefined;
}
