import type { Server } from "node:http";

/**
 * Headers of EVERY answer, also of those the framework does not write: browsers take an answer for no other type than it says (MIME sniffing,
 * https://fetch.spec.whatwg.org/#x-content-type-options-header), and tell no other site the URL of a page.
 */
export const DEFAULT_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

/** Sets them before anything else sees a request; what is refused before it becomes a request writes them itself. */
export function setDefaultHeaders(server: Server): void {
  server.prependListener("request", (_request, response) => {
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) response.setHeader(name, value);
  });
}
