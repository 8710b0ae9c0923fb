import { beforeEach, expect, test } from "vitest";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** What several triggers of one request say about the same subscriber, whom a worker resolves once. */
const service = await useTestService();
let environment: TestEnvironment;

beforeEach(async () => {
  environment = await service.newEnvironment();
  await environment.given.workflow("plain", [inApp("Hello")]);
});

/** Triggers the workflow in one request for each of these recipients. */
async function triggered(recipients: readonly unknown[]): Promise<void> {
  const events = recipients.map((to) => ({ name: "plain", to, payload: {} }));
  const { status, body } = await environment.post("/v1/events/trigger/bulk", { events });
  expect(status).toBe(201);
  for (const { transactionId } of body) await environment.finished(transactionId);
}

const profileOf = async (subscriberId: string) =>
  (await environment.get(`/v2/subscribers/${subscriberId}`)).body;

test("given a new subscriber, an address that the first trigger names is kept when the second names none", async () => {
  await triggered([{ subscriberId: "grace", email: "grace@example.com" }, "grace"]);
  expect(await profileOf("grace")).toMatchObject({ email: "grace@example.com" });
});

test("given a known subscriber, each field has the value that was named last, and null erases it", async () => {
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    email: "old@example.com",
    lastName: "Byron",
  });
  await triggered([
    { subscriberId: "ada", email: "first@example.com", phone: "+4915112345678" },
    { subscriberId: "ada", email: "second@example.com", lastName: null },
    { subscriberId: "ada", firstName: "Augusta" },
  ]);
  const ada = await profileOf("ada");
  expect(ada).toMatchObject({ firstName: "Augusta", email: "second@example.com", phone: "+4915112345678" });
  expect(ada).not.toHaveProperty("lastName");
});
