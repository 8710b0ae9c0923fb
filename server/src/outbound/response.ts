import type { IncomingHttpHeaders } from "node:http";
import { retryAfterMs } from "@tidings/contract";
import type { HttpResult } from "../providers/provider.ts";

type Head = { status: number; headers: IncomingHttpHeaders };

/** A complete response as a result; the values of a repeated header are joined by commas (RFC 9110, section 5.3). */
export function responseOf(
  { status, headers }: Head,
  body: { body: string; isCut: boolean },
  now: Date,
): HttpResult {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  const waitMs = retryAfterMs(headers["retry-after"], now);
  return {
    kind: "answered",
    status,
    headers: Object.fromEntries(pairs),
    ...body,
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  };
}
