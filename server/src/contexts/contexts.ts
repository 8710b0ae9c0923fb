import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { ContextEntity } from "./context.ts";
import { findContexts, upsertContextRows } from "./context-store.ts";

/** The key `type:id` under which notifications, jobs and messages refer to a context. */
export function contextKeyOf({ type, id }: Pick<ContextEntity, "type" | "id">): string {
  return `${type}:${id}`;
}

/** Creates and updates the contexts of triggers; their data, where present, replaces the stored data. */
export async function upsertContexts(
  database: Queryable,
  environmentId: string,
  triggers: readonly { contexts: readonly ContextEntity[] }[],
): Promise<void> {
  const byKey = new Map<string, ContextEntity>();
  for (const context of triggers.flatMap(({ contexts }) => contexts)) {
    const known = byKey.get(contextKeyOf(context));
    byKey.set(contextKeyOf(context), { ...known, ...context });
  }
  if (byKey.size > 0) await upsertContextRows(database, environmentId, [...byKey.values()]);
}

/** The contexts as template variables, by type. */
export function contextScope(keys: readonly string[], dataOf: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries(
    keys.map((key) => {
      const type = key.slice(0, key.indexOf(":"));
      return [type, { id: key.slice(type.length + 1), data: dataOf.get(key) ?? {} }];
    }),
  );
}

/** The data of all contexts that the records refer to, by key. Without any keys there is no statement. */
export async function readContexts(
  database: Queryable,
  environmentId: string,
  named: readonly { contextKeys: readonly string[] }[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const keys = [...new Set(named.flatMap(({ contextKeys }) => contextKeys))];
  return keys.length > 0 ? findContexts(database, environmentId, keys) : new Map();
}
