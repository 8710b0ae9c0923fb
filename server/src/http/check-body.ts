import type { AnyOperation, Brand, Limits } from "@tidings/contract";
import { type TObject, type TSchema, Type } from "typebox";
import { AppError } from "../foundation/app-error.ts";
import { createByteCheck } from "./byte-limits.ts";
import { fieldCheck } from "./check-fields.ts";
import type { Call } from "./endpoint.ts";

export type CheckedBody = { body: unknown; faultyItems: Call<AnyOperation>["faultyItems"] };

type BodyCheckParts = { brand: Brand; limits: Limits };

const NONE: CheckedBody["faultyItems"] = new Map();

/** @throws AppError from the check: invalid; not for items of the list that is checked item by item. */
export function createBodyCheck(
  operation: AnyOperation,
  parts: BodyCheckParts,
): (body: unknown) => CheckedBody {
  const { body: schema, checkedApart } = operation;
  const { brand } = parts;
  if (!schema) return () => ({ body: undefined, faultyItems: NONE });
  if (checkedApart !== undefined) return checkWithItems(operation, checkedApart, parts);
  const check = fieldCheck(schema, brand);
  // A request without a body says the same as an empty one.
  return (body) => ({ body: check(body ?? {}), faultyItems: NONE });
}

function checkWithItems(
  { body: schema, sizedApart }: AnyOperation,
  list: string,
  { brand, limits }: BodyCheckParts,
): (body: unknown) => CheckedBody {
  const { properties, ...rest } = schema as TObject;
  const { items, ...ofList } = properties[list] as TSchema & { items: TSchema };
  const check = fieldCheck(
    { ...rest, properties: { ...properties, [list]: { ...ofList, items: Type.Unknown() } } } as TSchema,
    brand,
  );
  const checkFields = fieldCheck(items, brand, "Validation failed");
  const checkSizes = createByteCheck(sizedApart ? items : undefined, limits);
  const checkItem = (item: unknown) => checkSizes(checkFields(item), Number.POSITIVE_INFINITY);
  return (given) => {
    const body = check(given ?? {}) as Record<string, unknown[]>;
    const faulty = body[list]?.map((item, at) => [at, faultOf(checkItem, item)] as const) ?? [];
    return { body, faultyItems: new Map(faulty.filter(isFault)) };
  };
}

function faultOf(check: (item: unknown) => unknown, item: unknown): AppError | undefined {
  try {
    check(item);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isFault(entry: readonly [number, AppError | undefined]): entry is readonly [number, AppError] {
  return entry[1] !== undefined;
}
