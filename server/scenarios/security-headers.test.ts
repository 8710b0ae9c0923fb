import { OPERATIONS } from "@tidings/contract";
import { expect, test } from "vitest";
import { HOSTILE_BYTES, type HostileBytes } from "../testing/hostile-bytes.ts";
import { exchangeHeaders } from "../testing/raw-http.ts";
import { useTestService } from "../testing/test-service.ts";

const service = await useTestService({ wrongKeysPerMinute: 0 });
const environment = await service.newEnvironment();

function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-request-id")).toMatch(/./);
}

test("every operation: answers with the security headers, with and without a valid key", async () => {
  const statuses = new Set<number>();
  for (const { method, path } of OPERATIONS) {
    for (const authorization of [`ApiKey ${environment.apiKey}`, "ApiKey wrong"]) {
      const url = service.url + path.replaceAll(/:\w+/g, "unknown");
      const response = await fetch(url, { method, headers: { authorization } });
      await response.text();
      statuses.add(response.status);
      expectSecurityHeaders(response.headers);
    }
  }
  for (const status of [200, 401, 404, 422]) expect([...statuses]).toContain(status);
});

test.each([
  ["/", 200],
  ["/openapi.json", 200],
  ["/docs", 200],
  ["/docs/reference.js", 200],
  ["/docs/reference.css", 200],
  ["/docs/swagger-ui.css", 200],
  ["/docs/swagger-ui-bundle.js", 200],
  ["/docs/favicon-32x32.png", 200],
  ["/docs/nothing.js", 404],
  ["/inbox.js", 200],
  ["/livez", 200],
  ["/readyz", 200],
  ["/v1/health-check", 200],
  ["/v2/subscribers/%ff", 400],
])("%s: has the security headers", expectAnswer);

test("a path of more than 3,000 characters: has the security headers", () =>
  expectAnswer(`/v2/subscribers/${"a".repeat(3_000)}`, 414));

async function expectAnswer(path: string, status: number): Promise<void> {
  const response = await fetch(service.url + path);
  await response.text();
  expect(response.status).toBe(status);
  expectSecurityHeaders(response.headers);
}

test.each([
  ["invalid JSON", 400, "{", "application/json"],
  ["another media type", 415, "x", "text/plain"],
  ["a body that is too large", 413, " ".repeat(1_048_577), "application/json"],
])("given %s, the refusal has the security headers", async (_, status, body, contentType) => {
  const headers = { authorization: `ApiKey ${environment.apiKey}`, "content-type": contentType };
  const init = { method: "POST", body, headers };
  const response = await fetch(`${service.url}/v1/events/trigger`, init);
  await response.text();
  expect(response.status).toBe(status);
  expectSecurityHeaders(response.headers);
});

test("given bytes that are not HTTP or an unmet expectation, the answer has the security headers", async () => {
  const expectation = { name: "Expect", bytes: "GET /livez HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n" };
  const answers = await Promise.all(
    [...HOSTILE_BYTES, expectation].map(async ({ name, bytes, isUnfinished }: HostileBytes) => ({
      name,
      ...(await exchangeHeaders(service.url, bytes, isUnfinished)),
    })),
  );
  // Status 0 is a connection that was closed without an answer.
  for (const { name, headers } of answers.filter(({ status }) => status !== 0)) {
    expect([name, headers.get("x-content-type-options")]).toEqual([name, "nosniff"]);
    expect([name, headers.get("referrer-policy")]).toEqual([name, "no-referrer"]);
    expect([name, headers.get("x-request-id")]).toEqual([name, expect.stringMatching(/./)]);
  }
  const statuses = answers.map(({ status }) => status);
  for (const status of [200, 400, 417, 431]) expect(statuses).toContain(status);
});
