import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, inject } from "vitest";

/**
 * Serves the pages of the stories on loopback. Its origin differs from the service's, as that of an application
 * does, so the browser applies CORS.
 */
export type PageServer = {
  readonly url: string;
  /** Novu's component with these properties. */
  novuInbox(properties: object): string;
  /** Novu's client without a user interface. */
  novuHeadless(options: object): string;
  /** A page with this HTML, under this Content Security Policy. */
  page(body: string, policy?: string): string;
};

/** A server for the tests of one file; closes it after the last test. */
export async function usePageServer(): Promise<PageServer> {
  const bodies = new Map<string, string>();
  const policies = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const script = /^\/(novu-(?:inbox|headless))\.js$/.exec(pathname)?.[1];
    if (script) {
      response.setHeader("content-type", "text/javascript");
      response.end(readFileSync(join(inject("browserPages"), `${script}.js`)));
      return;
    }
    const body = bodies.get(pathname);
    const policy = policies.get(pathname);
    if (policy) response.setHeader("content-security-policy", policy);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" });
    response.end(body === undefined ? "" : htmlOf(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const script of ["novu-inbox", "novu-headless"])
    bodies.set(`/${script}`, `<div id="root"></div><script type="module" src="/${script}.js"></script>`);
  const withOptions = (path: string, options: object) =>
    `${url}/${path}?options=${encodeURIComponent(JSON.stringify(options))}`;
  return {
    url,
    novuInbox: (properties) => withOptions("novu-inbox", properties),
    novuHeadless: (options) => withOptions("novu-headless", options),
    page: (body, policy) => {
      const path = `/page-${bodies.size}`;
      if (policy) policies.set(path, policy);
      bodies.set(path, body);
      return url + path;
    },
  };
}

function htmlOf(body: string): string {
  const head = '<meta charset="utf-8"><title>Story</title><link rel="icon" href="data:,">';
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}
