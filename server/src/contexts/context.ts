import type { JsonObject } from "../foundation/json.ts";

/** What a notification belongs to: a tenant, a project. Identified by its type and the caller's id. */
export type Context = { type: string; id: string; data: JsonObject; createdAt: Date; updatedAt: Date };

export type ContextName = Pick<Context, "type" | "id">;

/** A context as named in a trigger; without `data` the stored data stays as it is. */
export type ContextEntity = ContextName & { data?: JsonObject };
