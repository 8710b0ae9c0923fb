import type { JsonObject } from "../foundation/json.ts";

/** Where something belongs: a tenant, a project. Named by its type and, among those of its type, by the caller's id. */
export type Context = { type: string; id: string; data: JsonObject; createdAt: Date; updatedAt: Date };

export type ContextName = Pick<Context, "type" | "id">;

/** A context as a trigger names it; without `data` the stored data stays as it is. */
export type ContextEntity = ContextName & { data?: JsonObject };
