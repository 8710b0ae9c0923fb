import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../foundation/escape-html.ts";
import type { Settings } from "../foundation/settings.ts";
import { VERSION } from "../foundation/version.ts";
import { accepts } from "./accepts.ts";
import { type Guide, readGuide } from "./guide.ts";
import { sendPage } from "./html-page.ts";

type Link = { name: string; href: string; title: string; text: string };

const API_LINKS: readonly Link[] = [
  {
    name: "reference",
    href: "docs",
    title: "API reference",
    text: "Every operation, with examples to try.",
  },
  { name: "openapi", href: "openapi.json", title: "OpenAPI document", text: "The same for programs." },
];
const GUIDE_LINK: Link = {
  name: "guide",
  href: "guide",
  title: "Guide",
  text: "Workflows, templates, providers, operating.",
};
const HEALTH_LINKS: readonly Link[] = [
  { name: "ready", href: "readyz", title: "Health", text: "Whether the service can process requests." },
  { name: "live", href: "livez", title: "Liveness", text: "Whether the process answers." },
];

/**
 * `/`: for browsers (`Accept: text/html`) the dashboard, or a small page without one; for programs the page's facts as
 * JSON; and `/guide`, when the guide is installed. Links are relative, because a reverse proxy may add a prefix.
 */
export function frontRoutes(
  app: FastifyInstance,
  role: Settings["role"],
  { hasDashboard }: { hasDashboard: boolean },
): void {
  const guide = readGuide();
  const links = linksOf(role, guide);
  const facts = { name: "Tidings", version: VERSION, role, links: byName(links) };
  const page = frontPage(role, links);
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    if (!wantsHtml(request.headers.accept)) return reply.send(facts);
    return hasDashboard ? reply.redirect("dashboard/", 302) : sendPage(reply, page);
  });
  if (guide.length > 0) guideRoutes(app, guide);
}

function guideRoutes(app: FastifyInstance, guide: Guide): void {
  const entries = guide.map(({ name, title }) => `<li><a href="guide/${name}">${escapeHtml(title)}</a></li>`);
  app.get("/guide", (_request, reply) => sendPage(reply, `<h1>Guide</h1><ul>${entries.join("")}</ul>`));
  for (const { name, text } of guide) {
    const content = `<p><a href="../guide">Guide</a></p><pre>${withLinks(escapeHtml(text))}</pre>`;
    app.get(`/guide/${name}`, (_request, reply) => sendPage(reply, content));
  }
}

/** Turns Markdown links between chapters into HTML links. */
function withLinks(html: string): string {
  return html.replaceAll(/\[([^\]\n]+)\]\(([a-z0-9-]+)\.md(?:#[\w-]*)?\)/g, '<a href="$2">$1</a>');
}

function linksOf(role: Settings["role"], guide: Guide): Link[] {
  const ofApi = role === "worker" ? [] : API_LINKS;
  return [...ofApi, ...(guide.length > 0 ? [GUIDE_LINK] : []), ...HEALTH_LINKS];
}

function byName(links: readonly Link[]): Record<string, string> {
  return Object.fromEntries(links.map(({ name, href }) => [name, href]));
}

function frontPage(role: Settings["role"], links: readonly Link[]): string {
  const work =
    role === "worker"
      ? "This process is a worker: it claims due work from the database and delivers it. It serves no API."
      : "Your program triggers a workflow with one API call. Tidings sends its notifications by in-app message, e-mail, SMS, chat and push, and shows what happened to each.";
  const entries = links.map(
    ({ href, title, text }) =>
      `<li><a href="${href}">${title}</a><br><span class="faint">${text}</span></li>`,
  );
  return `<h1>Tidings</h1><p class="faint">A self-hosted notification service, version ${escapeHtml(VERSION)}</p><p>${work}</p><ul>${entries.join("")}</ul>`;
}

/** Browsers list `text/html`; programs send no Accept header or any type. */
const wantsHtml = (accept: string | undefined): boolean => accepts(accept, "text/html");
