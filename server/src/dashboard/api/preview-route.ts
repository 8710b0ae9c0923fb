import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

/**
 * Shows the HTML that its parent page sends first, and reports its height. Scripts in that HTML do not run. Without the
 * parent's permission a second policy, which nothing can take back, keeps pictures of other servers away. What could load or
 * lead elsewhere without a script is dropped before the HTML is shown: a `meta` could reload the frame for ever.
 */
const SCRIPT = `addEventListener("message", function show({ source, data }) {
  if (source !== parent || typeof data?.html !== "string") return;
  removeEventListener("message", show);
  if (data.showsPictures !== true) {
    const policy = document.createElement("meta");
    policy.httpEquiv = "content-security-policy";
    policy.content = "img-src data:";
    document.head.append(policy);
  }
  const { documentElement } = new DOMParser().parseFromString(data.html, "text/html");
  for (const one of documentElement.querySelectorAll("meta, base, link")) one.remove();
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

const POLICY = `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${HASH}'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/**
 * `/dashboard/preview`: the document in which the dashboard shows the HTML of a message. Its origin is opaque, so that the
 * HTML can reach neither the session nor the page. Its address says nothing about what it may load: the HTML can open it.
 */
export function previewRoute(app: FastifyInstance): void {
  app.get("/dashboard/preview", (_request, reply) =>
    reply
      .header("content-security-policy", POLICY)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
}
