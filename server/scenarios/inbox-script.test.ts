import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { useTestService } from "../testing/test-service.ts";

/** The script that a web page loads for `<tidings-inbox>`. */

const service = await useTestService();
const MOST_BYTES = 15 * 1024;

const load = (headers: Record<string, string> = {}) => fetch(`${service.url}/inbox.js`, { headers });

test("inbox.js: a module for pages of every site, at most 15 KB when compressed, with no imports", async () => {
  const answer = await load({ "accept-encoding": "gzip, br" });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-cache",
    "content-encoding": "gzip",
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    vary: "accept-encoding",
  });
  expect(Number(answer.headers.get("content-length"))).toBeLessThanOrEqual(MOST_BYTES);
  const script = await answer.text();
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
  expect(script).toContain('customElements.get("tidings-inbox")');
  expect(script).not.toMatch(/\bimport\s*[({"']|\bfrom\s*["']|sourceMappingURL/);
});

test("inbox.js: contains no code that a strict Content Security Policy or Trusted Types refuse", async () => {
  const script = await (await load()).text();
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b/);
  expect(script).not.toMatch(/new Function|setAttribute\("style"|\.cssText|\bon(?:click|error|load)=/);
});

test("inbox.js: uncompressed for clients without gzip, and 304 while it is unchanged", async () => {
  const plain = await load({ "accept-encoding": "gzip;q=0, identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  const compressed = await load();
  expect(await plain.text()).toBe(await compressed.text());
  const tags = [plain, compressed].map(({ headers }) => headers.get("etag") as string);
  expect(new Set(tags).size).toBe(2);
  const again = await load({ "if-none-match": tags[1] as string });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tags[1]]);
  expect((await load({ "if-none-match": '"another"' })).status).toBe(200);
});
