import type { IncomingMessage } from "node:http";
import { AppError } from "../foundation/app-error.ts";
import type { ClientAddress } from "./client-address.ts";

type Request = Pick<IncomingMessage, "method" | "headers" | "socket">;

/**
 * Refuses writes that a page of another origin causes, for requests that a cookie authenticates: the browser names the
 * page's origin (https://fetch.spec.whatwg.org/#origin-header) and its relation to ours
 * (https://w3c.github.io/webappsec-fetch-metadata/).
 * @throws AppError forbidden
 */
export type RefuseOtherOrigins = (request: Request) => void;

type Parts = {
  /** Counts as ours, because a reverse proxy may change the Host header. */
  publicUrl: string | undefined;
  clientAddress: Pick<ClientAddress, "ofConnection">;
};

/**
 * An origin is ours with its scheme: that of the connection, which is http, or the one that a trusted proxy names. Where the
 * browser says that the page is of the same origin, it has compared the scheme itself: pages cannot set Sec-Fetch-Site.
 */
export function createRefuseOtherOrigins({ publicUrl, clientAddress }: Parts): RefuseOtherOrigins {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const schemeOf = ({ headers, socket }: Request): string => {
    const isOfProxy = clientAddress.ofConnection(socket) === undefined;
    return (isOfProxy && firstOf(headers["x-forwarded-proto"])) || "http";
  };
  return (request) => {
    const { method, headers } = request;
    if (method === "GET" || method === "HEAD") return;
    const relation = headers["sec-fetch-site"];
    if (relation !== undefined && relation !== "same-origin") throw refusal();
    const { origin = "" } = headers;
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw refusal();
    const { host, protocol } = new URL(origin);
    const isScheme = relation === "same-origin" || protocol === `${schemeOf(request)}:`;
    const isOurs = (host === headers.host && isScheme) || origin === publicOrigin;
    if (!isOurs) throw refusal();
  };
}

/** Of a chain of proxies, the first has seen the client's connection. */
function firstOf(header: string | string[] | undefined): string | undefined {
  return [header ?? ""].flat()[0]?.split(",")[0]?.trim().toLowerCase();
}

function refusal(): AppError {
  return new AppError(
    "forbidden",
    "Only the dashboard's own pages may change anything with its session. Behind a reverse proxy, set TIDINGS_PUBLIC_URL, or TIDINGS_TRUSTED_PROXIES with the proxy's X-Forwarded-Proto",
  );
}
