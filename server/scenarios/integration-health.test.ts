import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const healthOf = async (environment: any, id: string) =>
  (await environment.get("/v1/integrations")).body.find(({ _id }: any) => _id === id).health;

test("health: an integration tells what its calls achieved, and how many messages wait for it", async () => {
  const environment = await service.newEnvironment("bare");
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("otp", [sms("Code {{ payload.code }}")]);
  expect(await healthOf(environment, _id)).toBeUndefined();

  await environment.finished(await environment.trigger("otp", ada, { payload: { code: 1 } }));
  await expect
    .poll(() => healthOf(environment, _id))
    .toEqual({
      accepted: 1,
      failed: 0,
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      waiting: 0,
      lastSuccessAt: expect.any(String),
    });

  // The next attempt is 10 minutes away: the message waits while the test looks.
  provider.script("/sms", status(503, { "retry-after": "600" }));
  await environment.trigger("otp", ada, { payload: { code: 2 } });
  await expect
    .poll(() => healthOf(environment, _id))
    .toMatchObject({
      accepted: 1,
      failed: 1,
      waiting: 1,
      lastFailureAt: expect.any(String),
      lastError: "The provider answered with status 503.",
    });
});

test("health: a refused recipient is not a failure of the provider", async () => {
  const environment = await service.newEnvironment("bare");
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("otp", [sms("Code {{ payload.code }}")]);
  provider.script("/sms", status(410));
  await environment.finished(await environment.trigger("otp", ada, { payload: { code: 1 } }));
  await expect.poll(() => healthOf(environment, _id)).toMatchObject({ accepted: 1, failed: 0, waiting: 0 });
});
