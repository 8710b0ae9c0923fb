import sql from "sql-template-tag";
import type { Database } from "../src/database/database.ts";

export type KeyedRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** The Idempotency-Key header as sent; no header when undefined. */
  key?: string;
  /** A string is sent unchanged, any other value as JSON. */
  body?: unknown;
  /** Further headers, such as the key of a target environment. */
  headers?: Readonly<Record<string, string>>;
};

export type KeyedAnswer = { status: number; text: string; body: any; headers: Headers; isReplay: boolean };

export type KeyedCaller = (request: KeyedRequest) => Promise<KeyedAnswer>;

/** Sends requests with idempotency keys; the default method is POST. */
export function keyedCaller(url: string, apiKey: string): KeyedCaller {
  return async ({ method = "POST", path, key, body, headers }) => {
    const content = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        authorization: `ApiKey ${apiKey}`,
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: text === "" ? undefined : JSON.parse(text),
      headers: response.headers,
      isReplay: response.headers.get("idempotency-replay") === "true",
    };
  };
}

/** Counts the answers by kind: `201`, `201 replay` or `409 in 1 s`. */
export function kindsOf(answers: readonly KeyedAnswer[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const { status, isReplay, headers } of answers) {
    const again = headers.get("retry-after");
    const kind = `${status}${isReplay ? " replay" : ""}${again === null ? "" : ` in ${again} s`}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

/** The number of stored triggers of an environment; a repeated write must not increase it. */
export async function countTriggers(database: Database, { id }: { id: string }): Promise<number | undefined> {
  const [row] = await database.queryPlanned<{ count: number }>(sql`
    select count(*)::int as count from triggers where environment_id = ${id}`);
  return row?.count;
}
