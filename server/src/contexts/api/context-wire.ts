import type { ContextRecord } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { Context, ContextName } from "../context.ts";
import { contextKeyOf } from "../contexts.ts";

export function toContext({ type, id, data, createdAt, updatedAt }: Context): ContextRecord {
  return { type, id, data, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** @throws AppError not_found if there is no such context. */
export function needContext(context: Context | undefined, name: ContextName): Context {
  if (context) return context;
  throw new AppError("not_found", `Context ${contextKeyOf(name)} was not found`);
}
