import { OPERATIONS } from "@tidings/contract";
import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

/** What a browser or a program gets that knows only the address of the service. */

const service = await useTestService({ dashboard: false });

const request = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init);
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("front page: a browser gets a small HTML page with working links and a strict CSP", async () => {
  const answer = await request("/", { headers: { accept: BROWSER } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  const page = await answer.text();
  expect(page).not.toMatch(/<script|\bon\w+=|https?:\/\//);
  expect(page).toContain('name="viewport" content="width=device-width');
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string);
  expect(links).toEqual(expect.arrayContaining(["docs", "openapi.json", "readyz", "livez"]));
  for (const link of links) {
    // Behind a reverse proxy with a path prefix, links must stay under the prefix.
    expect(new URL(link, "http://proxy/prefix/").pathname).toBe(`/prefix/${link}`);
    expect([link, (await request(`/${link}`)).status]).toEqual([link, 200]);
  }
});

test("front page: a program gets JSON with name, version and links", async () => {
  for (const accept of ["*/*", "application/json", "text/html;q=0, */*"]) {
    const answer = await request("/", { headers: { accept } });
    expect(answer.headers.get("vary")).toBe("accept");
    expect(await answer.json()).toMatchObject({
      name: "Tidings",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      role: "all",
      links: { reference: "docs", openapi: "openapi.json", ready: "readyz" },
    });
  }
});

test("HEAD: answers like GET, under the same rules, without a body", async () => {
  const environment = await service.newEnvironment();
  const headers = { authorization: `ApiKey ${environment.apiKey}` };
  for (const path of ["/", "/docs", "/livez", "/v1/integrations", "/v2/subscribers?limit=3"]) {
    const [get, head] = [await request(path, { headers }), await request(path, { method: "HEAD", headers })];
    expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
    const text = await get.text();
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(text));
  }
  expect((await request("/v1/integrations", { method: "HEAD" })).status).toBe(401);
  expect((await request("/v1/messages?page=x", { method: "HEAD", headers })).status).toBe(422);
});

test("OPTIONS: every operation answers 204 with its methods; only those of browsers allow other origins", async () => {
  for (const { method, path, principal } of OPERATIONS) {
    const answer = await request(path.replaceAll(/:\w+/g, "some-id"), {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.test", "access-control-request-method": method },
    });
    const allowed = answer.headers.get("allow")?.split(", ") ?? [];
    expect([path, answer.status, await answer.text()]).toEqual([path, 204, ""]);
    expect(allowed).toEqual(expect.arrayContaining([method, "OPTIONS"]));
    expect(allowed.includes("HEAD")).toBe(allowed.includes("GET"));
    const origins = answer.headers.get("access-control-allow-origin");
    expect([path, origins]).toEqual([path, principal ? "*" : null]);
    if (principal) continue;
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

type Options = { spec: { servers: { url: string }[] }; requestInterceptor(request: object): any };

test("API reference: accepts the bare key and works behind a path prefix", async () => {
  const page = await (await request("/docs")).text();
  const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address as string);
  for (const address of addresses) {
    expect(new URL(address, "http://proxy/prefix/docs").pathname).toBe(`/prefix/${address}`);
    expect([address, (await request(`/${address}`)).status]).toEqual([address, 200]);
  }
  expect((await request("/docs/", { redirect: "manual" })).headers.get("location")).toBe("../docs");

  const script = await (await request("/docs/reference.js")).text();
  let options: Options | undefined;
  const window = { SwaggerUIBundle: (given: Options) => Object.assign(window, { options: given }), options };
  const proxied = (url: string) => fetch(url.replace("http://proxy/prefix", service.url));
  const run = new Function("window", "document", "fetch", `return (async () => {${script}})()`);
  await run(window, { baseURI: "http://proxy/prefix/docs#/Events" }, proxied);
  options = window.options as Options;
  expect(options.spec.servers).toEqual([{ url: "http://proxy/prefix" }]);
  const { apiKey } = await service.newEnvironment();
  for (const typed of [apiKey, ` ${apiKey} `, `ApiKey ${apiKey}`]) {
    const { headers } = options.requestInterceptor({ headers: { Authorization: typed } });
    expect((await request("/v1/integrations", { headers })).status).toBe(200);
  }
});

test("guide: its chapters are readable and link to each other", async (context) => {
  const { links } = (await (await request("/")).json()) as { links: Record<string, string> };
  if (!links.guide) context.skip("no guide is installed");
  const follow = async (path: string): Promise<string[]> => {
    const answer = await request(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/html; charset=utf-8",
    ]);
    const text = await answer.text();
    const hrefs = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string);
    return hrefs.map((href) => new URL(href, `http://any${path}`).pathname);
  };
  const chapters = await follow("/guide");
  expect(chapters.length).toBeGreaterThan(0);
  const known = new Set(["/guide", ...chapters]);
  for (const chapter of chapters) {
    for (const link of await follow(chapter))
      expect([chapter, link, known.has(link)]).toEqual([chapter, link, true]);
  }
});
