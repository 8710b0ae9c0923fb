import type { ContextRecord } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Context, ContextEntity, ContextName } from "../context.ts";
import { contextKeyOf } from "../contexts.ts";

export function toContext({ type, id, data, createdAt, updatedAt }: Context): ContextRecord {
  return { type, id, data, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** @throws AppError not_found if there is no such context. */
export function needContext(context: Context | undefined, name: ContextName): Context {
  if (context) return context;
  throw new AppError("not_found", `Context ${contextKeyOf(name)} was not found`);
}

/** Contexts as triggers and sessions name them: by type, the id alone or with data. */
type NamedContexts = Readonly<Record<string, string | { id: string; data?: unknown }>>;

export function contextEntitiesOf(named: NamedContexts = {}): ContextEntity[] {
  return Object.entries(named).map(([type, value]) => {
    if (typeof value === "string") return { type, id: value };
    return { type, id: value.id, ...(value.data ? { data: value.data as JsonObject } : {}) };
  });
}
