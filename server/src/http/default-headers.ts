import type { Server } from "node:http";

/**
 * Headers of EVERY response, including those the framework does not write. They turn off MIME sniffing
 * (https://fetch.spec.whatwg.org/#x-content-type-options-header) and the Referer header.
 */
export const DEFAULT_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

/** Sets them before any other handler. Refusals of invalid HTTP never become requests; they write the headers themselves. */
export function setDefaultHeaders(server: Server): void {
  server.prependListener("request", (_request, response) => {
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) response.setHeader(name, value);
  });
}
