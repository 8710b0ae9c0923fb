import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { custom, delay, digest, email, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, endsOf, frozenAt, messagesOf, textsOf } from "../testing/virtual-time.ts";

const web = await useHttpReceiver();
const service = await useTestService();

const NOON = "2026-06-01T12:00:00.000Z";
const hour = lasting(1, "hours");

test("severity: after a delay the trigger's one still overrides the workflow's", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [delay(hour), inApp("{{ workflow.severity }}")], {
    severity: "low",
  });
  const severities = [];
  for (const overrides of [{ severity: "high" }, { severity: "none" }, {}]) {
    const id = await environment.given.trigger("news", {}, { overrides });
    await advance(environment, 1, "hours");
    severities.push((await endOf(environment, id)).severity);
  }
  expect(severities).toEqual(["high", "none", "low"]);
});

test("contexts: a waiting run keeps the trigger's contexts; its templates see their current data", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "{{ context.tenant.id }} {{ context.tenant.data.plan }} {{ context.app.id }}";
  await environment.given.workflow("news", [inApp(text), delay(hour), { ...inApp(text), stepId: "later" }]);
  const tenant = (plan: string) => ({ tenant: { id: "acme", data: { plan } } });
  const id = await environment.given.trigger("news", {}, { context: { ...tenant("gold"), app: "web" } });
  await environment.given.workflow("other", [delay(hour)]);
  const other = await environment.given.trigger("other", {}, { context: tenant("free") });
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toEqual(["acme gold web", "acme free web"]);
  const run = await endOf(environment, id);
  for (const one of [run, ...(await messagesOf(environment))]) {
    expect(one.contextKeys).toEqual(["app:web", "tenant:acme"]);
  }
  expect((await endOf(environment, other)).contextKeys).toEqual(["tenant:acme"]);
});

test("attachments: after a delay the provider gets the file, and no API answer contains it", async () => {
  const environment = await frozenAt(service, NOON);
  const made = await environment.post("/v1/integrations", {
    providerId: "email-webhook",
    channel: "email",
    name: "Hook",
    identifier: "hook",
    active: true,
    credentials: { webhookUrl: `${web.url}/files`, from: "us@example.org" },
  });
  await environment.post(`/v1/integrations/${made.body.data?._id ?? made.body._id}/set-primary`);
  await environment.given.workflow("files", [inApp("{{ payload.kept }}"), delay(hour), email("y")]);
  const file = Buffer.from("a secret file").toString("base64");
  const attachments = [{ name: "a.txt", mime: "text/plain", file }];
  const id = await environment.given.trigger("files", { attachments, kept: 1 }, { to: ada });
  await advance(environment, 1, "hours");
  const run = await endOf(environment, id);
  expect(statusesOf(run)).toEqual(["completed", "completed", "completed"]);
  expect(web.calls.at(-1)?.body.attachments).toEqual([expect.objectContaining({ name: "a.txt", file })]);
  for (const message of await messagesOf(environment)) expect(message.payload).toEqual({ kept: 1 });
  for (const path of ["/v1/notifications", `/v1/notifications/${run._id}`, "/v1/messages"]) {
    expect(JSON.stringify((await environment.get(path)).body).includes(file)).toBe(false);
  }
});

test("actor: after a digest a topic excludes the actor; a recipient named directly is included", async () => {
  const environment = await frozenAt(service, NOON);
  for (const subscriberId of ["ada", "bob"]) await environment.given.subscriber(subscriberId);
  await environment.post("/v2/topics/red/subscriptions", { subscriberIds: ["ada", "bob"] });
  await environment.given.workflow("news", [digest(hour), inApp("{{ subscriber.subscriberId }}")]);
  const red = { type: "Topic", topicKey: "red" };
  const ids = [
    await environment.given.trigger(
      "news",
      {},
      { to: red, actor: { subscriberId: "ada", firstName: "Ada" } },
    ),
    await environment.given.trigger("news", {}, { to: [red, "ada"], actor: "ada" }),
  ];
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).sort()).toEqual(["ada", "bob"]);
  expect(await endsOf(environment, ids[0] as string, 1)).toHaveLength(1);
  expect(await endsOf(environment, ids[1] as string, 2)).toHaveLength(2);
});

test("every step type: each job ends, and each that did not complete says why", async () => {
  const environment = await frozenAt(service, NOON);
  const stepOf = (type: string) => ({
    name: type,
    stepId: type,
    type,
    controlValues: { subject: "x", body: "x" },
  });
  await environment.given.workflow("all", [
    inApp("{{ payload.names | digest: payload.most }}"),
    digest({ ...hour, digestKey: "n" }),
    delay({ dynamicKey: "at" }),
    custom({ a: 1 }, "own"),
    { ...stepOf("throttle"), controlValues: { ...lasting(1, "days"), threshold: 2 } },
    ...["email", "sms", "push", "chat"].map(stepOf),
  ]);
  const to = [ada, "nobody", { subscriberId: "quiet", email: "q@example.com" }];
  await environment.given.subscriber("quiet");
  await environment.patch("/v2/subscribers/quiet/preferences", { channels: { email: false, chat: false } });
  const ids: string[] = [];
  for (const n of [1, 2, 2, 3, 4]) {
    const at = n === 1 ? "yesterday" : lasting(1, "hours");
    ids.push(
      await environment.trigger("all", to, { payload: { n, at, names: ["a"], most: n === 3 ? 0 : 1 } }),
    );
    await settled(environment);
  }
  await advance(environment, 2, "hours");
  const runs = (await Promise.all(ids.map((id) => endsOf(environment, id, 3)))).flat();
  const statuses = new Set(runs.flatMap(({ jobs }) => jobs.map((job: any) => job.status)));
  expect(statuses).toEqual(new Set(["completed", "failed", "canceled", "merged", "skipped"]));
  const details = runs.flatMap(({ jobs }) => jobs.map((job: any) => detailsOf(job).at(-1)));
  for (const detail of [
    "Message content could not be generated",
    "Invalid delay configuration",
    "Throttle limit exceeded for the given window",
    "Subscriber missing email address",
    "Step filtered by subscriber global preferences",
    "Subscriber does not have an active integration",
  ]) {
    expect(details).toContain(detail);
  }
});
