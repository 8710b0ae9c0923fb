import { afterEach, expect, test } from "vitest";
import { tidings } from "../../testing/command-line.ts";
import { openStubService, type StubService } from "../../testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const STORED = "2026-01-31T08:00:00.000Z";
const NEWS = {
  ...{ workflowId: "news", name: "News", status: "ACTIVE", active: true, version: 3 },
  ...{ tags: [], steps: [], severity: "none", createdAt: STORED, updatedAt: STORED },
};

test.each([
  ["of TIDINGS_TARGET_API_KEY", { TIDINGS_TARGET_API_KEY: "theirs" }, [], "ApiKey theirs"],
  ["of --target-key before it", { TIDINGS_TARGET_API_KEY: "x" }, ["--target-key", "given"], "ApiKey given"],
  ["that was not given", {}, [], undefined],
] as const)("workflows sync: sends the key of the target environment %s", async (_, more, flags, sent) => {
  service = await openStubService(() => ({ body: NEWS }));
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: "mine", ...more };
  const result = await tidings(["workflows", "sync", "news", "65f1c0a2b3d4e5f60718293a", ...flags], { env });
  expect([result.code, result.err]).toEqual([0, ""]);
  const [request] = service.requests;
  expect(request?.body).toEqual({ targetEnvironmentId: "65f1c0a2b3d4e5f60718293a" });
  expect(request?.headers.authorization).toBe("ApiKey mine");
  expect(request?.headers["target-authorization"]).toBe(sent);
});
