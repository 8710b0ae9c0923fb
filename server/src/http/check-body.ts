import type { AnyOperation, Brand, Limits } from "@tidings/contract";
import { type TObject, type TSchema, Type } from "typebox";
import { AppError } from "../foundation/app-error.ts";
import { createByteCheck } from "./byte-limits.ts";
import { fieldCheck } from "./check-fields.ts";
import type { Call } from "./endpoint.ts";

export type CheckParts = { brand: Brand; limits: Limits };
export type CheckedBody = { body: unknown; faultyItems: Call<AnyOperation>["faultyItems"] };
/** `bytes` is the most that the body had as it was sent. @throws AppError from the check: invalid. */
type BodyCheck = (body: unknown, bytes: number) => CheckedBody;

const NONE: CheckedBody["faultyItems"] = new Map();

/** Checks shapes and sizes; what is wrong with an item of the list that is checked item by item is in the answer. */
export function createBodyCheck(operation: AnyOperation, parts: CheckParts): BodyCheck {
  const { body: schema, checkedApart } = operation;
  if (!schema) return () => ({ body: undefined, faultyItems: NONE });
  if (checkedApart !== undefined) return checkWithItems(schema, checkedApart, parts);
  const check = wholeCheck(schema, parts);
  // A request without a body says the same as an empty one.
  return (body, bytes) => ({ body: check(body ?? {}, bytes), faultyItems: NONE });
}

type Check = (value: unknown, bytes: number) => unknown;

function wholeCheck(
  schema: TSchema,
  { brand, limits }: CheckParts,
  headline?: Parameters<typeof fieldCheck>[2],
): Check {
  const check = fieldCheck(schema, brand, headline);
  const checkBytes = createByteCheck(schema, limits);
  return (value, bytes) => {
    const checked = check(value);
    checkBytes(checked, bytes);
    return checked;
  };
}

function checkWithItems(schema: TSchema, list: string, parts: CheckParts): BodyCheck {
  const { properties, ...rest } = schema as TObject;
  const { items, ...ofList } = properties[list] as TSchema & { items: TSchema };
  const anyItems = { ...ofList, items: Type.Unknown() };
  const check = wholeCheck({ ...rest, properties: { ...properties, [list]: anyItems } } as TSchema, parts);
  const checkItem = wholeCheck(items, parts, "Validation failed");
  return (given, bytes) => {
    const body = check(given ?? {}, bytes) as Record<string, unknown[]>;
    const faulty = body[list]?.map((item, at) => [at, faultOf(() => checkItem(item, bytes))] as const) ?? [];
    return { body, faultyItems: new Map(faulty.filter(isFault)) };
  };
}

function faultOf(check: () => unknown): AppError | undefined {
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
