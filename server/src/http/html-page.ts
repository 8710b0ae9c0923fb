import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { pageText } from "./static-file.ts";

const FRAME = pageText("front.html");
const STYLE = createHash("sha256")
  .update(/<style>(.*?)<\/style>/s.exec(FRAME)?.[1] ?? "")
  .digest("base64");

/** Allows only the inline style of the page, and forms to the page's own address where it has one. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${STYLE}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Sends a page of the service. @param content HTML. */
export function sendPage(
  reply: FastifyReply,
  content: string,
  { hasForm = false }: { hasForm?: boolean } = {},
): FastifyReply {
  const html = FRAME.replace("{{content}}", () => content);
  const allowed = hasForm ? "'self'" : "'none'";
  return reply.header("content-security-policy", policy(allowed)).type("text/html; charset=utf-8").send(html);
}
