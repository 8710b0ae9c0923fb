import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** Shows the HTML that its parent page sends, and reports its height. Scripts in that HTML do not run. */
const SCRIPT = `addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data?.html !== "string") return;
  const { documentElement } = new DOMParser().parseFromString(data.html, "text/html");
  document.replaceChild(document.adoptNode(documentElement), document.documentElement);
  sizes.disconnect();
  sizes.observe(document.documentElement);
});
const sizes = new ResizeObserver(() => {
  const { documentElement: page, body } = document;
  const height = Math.max(page.getBoundingClientRect().height, body?.scrollHeight ?? 0);
  parent.postMessage({ height: Math.ceil(height) }, "*");
});
parent.postMessage({ isReady: true }, "*");`;
const HASH = createHash("sha256").update(SCRIPT).digest("base64");
const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>Preview</title><script>${SCRIPT}</script></head><body></body></html>`;

const policy = (pictures: string) =>
  `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${HASH}'; style-src 'unsafe-inline'; img-src ${pictures}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/**
 * `/dashboard/preview`: the document in which the dashboard shows the HTML of a message. Its origin is opaque, so that the
 * HTML can reach neither the session nor the page. With `?pictures=remote` it loads pictures of other servers.
 */
export function previewRoute(app: FastifyInstance): void {
  app.get("/dashboard/preview", (request, reply) => {
    const { pictures } = request.query as { pictures?: string };
    return reply
      .header("content-security-policy", policy(pictures === "remote" ? "data: https:" : "data:"))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(PAGE);
  });
}
