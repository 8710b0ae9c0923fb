import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, runOf, textsOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const EVENTS = "{% for e in steps.collect.events %}{{ e.payload.n }},{% endfor %}";

const cancel = (environment: TestEnvironment, id: string) =>
  environment.post(`/v1/notifications/${id}/cancel`, {});
const idOf = async (environment: TestEnvironment, transactionId: string, subscriberId = "ada") =>
  (await environment.get(`/v1/notifications?transactionId=${transactionId}&subscriberIds=${subscriberId}`))
    .body.data[0]._id;

test("cancel one: its waiting steps end, the trigger's other recipient goes on; again cancels none", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow(
    "later",
    [inApp("a"), delay(lasting(1, "hours")), inApp("b {{ subscriber.subscriberId }}")].map((step, n) => ({
      ...step,
      stepId: `s${n}`,
      name: `s${n}`,
    })),
  );
  const transactionId = await environment.given.trigger("later", {}, { to: ["ada", "bob"] });
  const id = await idOf(environment, transactionId);
  const { status: code, body } = await cancel(environment, id);
  expect([code, body.canceled, body.jobs.map(({ type }: any) => type)]).toEqual([
    200,
    2,
    ["delay", "in_app"],
  ]);
  const { body: canceled } = await environment.get(`/v1/notifications/${id}`);
  expect(body.jobs.map(({ _id }: any) => _id)).toEqual(canceled.jobs.slice(1).map(({ _id }: any) => _id));
  expect(statusesOf(canceled)).toEqual(["completed", "canceled", "canceled"]);
  expect(detailsOf(canceled.jobs[1]).at(-1)).toBe("Step was canceled");
  expect((await cancel(environment, id)).body).toEqual({ canceled: 0, jobs: [] });
  await advance(environment, 1, "days");
  expect((await textsOf(environment)).sort()).toEqual(["a", "a", "b bob"]);
});

test("cancel one: the notification that opened a digest hands it over to the next one", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("news", [digest(lasting(1, "hours")), inApp(EVENTS)]);
  const first = await environment.given.trigger("news", { n: 1 });
  const second = await environment.given.trigger("news", { n: 2 });
  await environment.given.trigger("news", { n: 3 });
  expect((await cancel(environment, await idOf(environment, first))).body.canceled).toBe(2);
  expect((await runOf(environment, second)).jobs[0]).toMatchObject({ status: "delayed", eventCount: 2 });
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["2,3,"]);
});

test("cancel one: a message that waits for its next attempt is not sent", async () => {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/a`);
  await environment.given.workflow("mail", [email("x")]);
  provider.script("/a", status(500));
  const transactionId = await environment.given.trigger("mail", {}, { to: ada });
  expect((await cancel(environment, await idOf(environment, transactionId))).body.canceled).toBe(1);
  await advance(environment, 1, "days");
  expect(provider.calls).toHaveLength(1);
  const { body } = await environment.get("/v1/messages");
  expect(body.data[0]).toMatchObject({ status: "error", errorId: "step_canceled" });
});

test("cancel one: a delivered one answers 0; unknown ones and those of others 404", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("fine", [inApp("x")]);
  const id = await idOf(environment, await environment.given.trigger("fine"));
  expect(await cancel(environment, id)).toMatchObject({ status: 200, body: { canceled: 0 } });
  expect((await cancel(environment, "6740a1b2c3d4e5f601234567")).status).toBe(404);
  expect((await cancel(environment, "nothing")).status).toBe(422);
  expect((await cancel(await frozenAt(service), id)).status).toBe(404);
});
