import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { NOVU_PAGES, type NovuPage } from "./novu-pages.ts";

/**
 * Serves the pages of the stories on loopback. Its origin differs from the service's, as that of an application
 * does, so the browser applies CORS.
 */
export type PageServer = {
  readonly url: string;
  /** The page of a script that uses Novu's packages, with the options that it reads. */
  novu(page: NovuPage, options: object): string;
  /** A page with this HTML, under this Content Security Policy. */
  page(body: string, policy?: string): string;
};

/** A server for the tests of one file; closes it after the last test. */
export async function usePageServer(): Promise<PageServer> {
  const bodies = new Map<string, string>();
  const policies = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const script = NOVU_PAGES.find((name) => pathname === `/${name}.js`);
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
  for (const script of NOVU_PAGES)
    bodies.set(`/${script}`, `<div id="root"></div><script type="module" src="/${script}.js"></script>`);
  return {
    url,
    novu: (page, options) => `${url}/${page}?options=${encodeURIComponent(JSON.stringify(options))}`,
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
