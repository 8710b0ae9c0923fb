import type { IncomingMessage } from "node:http";
import { AppError } from "../foundation/app-error.ts";

/**
 * Refuses writes that a page of another origin causes, for requests that a cookie authenticates: the browser names the
 * page's origin (https://fetch.spec.whatwg.org/#origin-header) and its relation to ours (https://w3c.github.io/webappsec-fetch-metadata/).
 * `publicUrl` counts as ours, because a reverse proxy may change the Host header.
 * @throws AppError forbidden
 */
export function refuseOtherOrigins(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  publicUrl: string | undefined,
): void {
  if (method === "GET" || method === "HEAD") return;
  const relation = headers["sec-fetch-site"];
  if (relation !== undefined && relation !== "same-origin") throw refusal();
  const origin = headers.origin ?? "";
  if (!URL.canParse(origin)) throw refusal();
  const { host } = new URL(origin);
  const isOurs = host === headers.host || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
  if (!isOurs) throw refusal();
}

function refusal(): AppError {
  return new AppError("forbidden", "Only the dashboard's own pages may change anything with its session");
}
