import type { IncomingHttpHeaders } from "node:http";

/** Where the host in the request's headers is not valid. */
const UNKNOWN_HOST = "http://invalid.invalid";

/**
 * The URL that a vendor called: some vendors sign it. Without `publicUrl` it is read from the headers of a reverse proxy, or
 * of the request; a wrong one makes the vendor's signature invalid.
 * @param path the path and query as sent, beginning with a slash.
 */
export function calledUrl(path: string, headers: IncomingHttpHeaders, publicUrl: string | undefined): string {
  const url = (publicUrl ?? baseIn(headers)).replace(/\/+$/, "") + path;
  const readable = [url, UNKNOWN_HOST + path].find((one) => URL.canParse(one));
  return readable ?? UNKNOWN_HOST;
}

function baseIn(headers: IncomingHttpHeaders): string {
  const protocol = firstOf(headers["x-forwarded-proto"]) ?? "http";
  return `${protocol}://${firstOf(headers["x-forwarded-host"]) ?? headers.host ?? ""}`;
}

/** Each proxy appends its own value; the first one is that of the client. */
function firstOf(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0]?.split(",")[0]?.trim() || undefined;
}
