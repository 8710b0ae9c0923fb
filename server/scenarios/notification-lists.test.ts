import { beforeAll, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting, sms } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();
const environment = await frozenAt(service);
/** The names of the triggers below by transaction id, the oldest first. */
const sent = new Map<string, string>();

beforeAll(async () => {
  const { given } = environment;
  await given.integration("email-webhook", `${provider.url}/mail`);
  await given.subscriber("ada", ada);
  await given.subscriber("bob");
  await given.workflow("fine", [inApp("x")]);
  await given.workflow("later", [delay(lasting(1, "hours")), inApp("x")]);
  await given.workflow("much-later", [delay(lasting(2, "days")), inApp("x")]);
  await given.workflow("news", [digest(lasting(1, "hours")), inApp("x")]);
  await given.workflow("both", [sms("x"), inApp("x")]);
  await given.workflow("vip", [inApp("x", { skip: { "==": [{ var: "payload.vip" }, true] } })]);
  await given.workflow("mail", [email("x")]);
  provider.script("/mail", status(500));
  const drafts = [
    ["fine", "fine", "ada"],
    ["retried", "mail", "ada"],
    ["unreached", "mail", "bob"],
    ["later", "later", "ada"],
    ["much-later", "much-later", "ada"],
    ["digest", "news", "ada"],
    ["merged", "news", "ada"],
    ["no-sms", "both", "ada"],
    ["skipped", "vip", "ada"],
    ["last", "fine", "bob"],
  ] as const;
  for (const [name, workflow, to] of drafts) sent.set(await given.trigger(workflow, {}, { to }), name);
});

const read = async (query: string) => (await environment.get(`/v1/notifications?${query}`)).body;
const namesOf = ({ data }: any): (string | undefined)[] =>
  data.map(({ transactionId }: any) => sent.get(transactionId));

test.each([
  ["state=waiting", ["digest", "much-later", "later", "retried"]],
  ["state=delivered", ["last", "no-sms", "fine"]],
  ["state=failed", ["unreached"]],
  ["state=skipped", ["skipped"]],
  ["state=merged", ["merged"]],
  ["state=skipped&state=merged", ["skipped", "merged"]],
  [
    "state=failed&state=merged&state=waiting",
    ["merged", "digest", "much-later", "later", "unreached", "retried"],
  ],
  ["state=delivered&state=failed", ["last", "no-sms", "unreached", "fine"]],
  ["attention=true", ["no-sms", "retried"]],
  ["attention=true&state=waiting", ["retried"]],
  ["code=no_email", ["unreached"]],
  ["code=no_email&code=condition_not_met", ["skipped", "unreached"]],
  ["code=attempt_failed", ["retried"]],
  ["code=internal_error", []],
  ["workflowIds=fine", ["last", "fine"]],
  ["workflowIds=fine&workflowIds=vip&state=skipped", ["skipped"]],
  ["workflowIds=fine&templates=vip", []],
  ["workflowIds=nothing", []],
  ["dueBefore=2026-01-01T01:00:00Z", ["digest", "later", "retried"]],
  ["dueBefore=2026-01-01T00:59:59Z", ["retried"]],
  ["state=waiting&subscriberIds=bob", []],
  ["attention=false&state=failed", ["unreached"]],
])("notification list: %s finds %j, with pages and with cursors", async (query, names) => {
  expect(namesOf(await read(`${query}&limit=50`))).toEqual(names);
  expect(namesOf(await read(`${query}&limit=50&view=brief`))).toEqual(names);
  const walked: unknown[] = [];
  let next: string | null = "";
  for (let page = ""; next !== null; page = `&afterId=${next}`) {
    const answer: any = await read(`${query}&limit=1&view=brief${page}`);
    walked.push(...namesOf(answer));
    next = answer.next;
  }
  expect(walked).toEqual(names);
  expect(namesOf(await read(`${query}&limit=2&page=1`))).toEqual(names.slice(2, 4));
});

test("notifications are listed by their ids, in the order of the list; unknown ids are left out", async () => {
  const { data } = await read("state=waiting&limit=50&view=brief");
  const [first, , third] = data.map(({ _id }: { _id: string }) => _id);
  const byId = `notificationIds=${third.toUpperCase()}&notificationIds=${first}`;
  const names = ["digest", "later"];
  expect(namesOf(await read(`${byId}&view=brief&notificationIds=6740a1b2c3d4e5f601234567`))).toEqual(names);
  expect(namesOf(await read(byId))).toEqual(names);
  expect(namesOf(await read(`${byId}&state=delivered`))).toEqual([]);
  expect(namesOf(await read("notificationIds=nothing"))).toEqual([]);
});

test("cursors lead forth and back, and new notifications move no page", async () => {
  const first = await read("limit=4&view=brief");
  expect([namesOf(first), first.previous, first.hasMore]).toEqual([
    ["last", "skipped", "no-sms", "merged"],
    null,
    true,
  ]);
  const second = await read(`limit=4&view=brief&afterId=${first.next}`);
  expect(namesOf(second)).toEqual(["digest", "much-later", "later", "unreached"]);
  const third = await read(`limit=4&view=brief&afterId=${second.next}`);
  expect([namesOf(third), third.next]).toEqual([["retried", "fine"], null]);
  const back = await read(`limit=3&view=brief&beforeId=${third.previous}`);
  expect(namesOf(back)).toEqual(["much-later", "later", "unreached"]);
  const top = await read(`limit=50&beforeId=${second.previous}`);
  expect([namesOf(top), top.previous]).toEqual([["last", "skipped", "no-sms", "merged"], null]);
});

test("the brief view has no payloads, details and step contents; the full answer has no cursors", async () => {
  const full = await read("limit=1");
  expect(Object.keys(full).sort()).toEqual(["data", "hasMore", "page", "pageSize"]);
  const { data } = await read("limit=50&view=brief");
  for (const one of data) {
    expect(one).not.toHaveProperty("payload");
    for (const job of one.jobs) {
      expect(job.executionDetails).toEqual([]);
      expect(job).not.toHaveProperty("payload");
      expect(job.step).not.toHaveProperty("controlVariables");
    }
  }
  const whole = await read("limit=50");
  const shared = ({
    _id,
    state,
    reason,
    failedSteps,
    needsAttention,
    updatedAt,
    severity,
    subscriber,
  }: any) => ({
    ...{ _id, state, reason, failedSteps, needsAttention },
    ...{ updatedAt, severity, subscriber },
  });
  expect(data.map(shared)).toEqual(whole.data.map(shared));
  const later = data.find(({ template }: any) => template.name === "later");
  expect(later.jobs[0]).toMatchObject({ type: "delay", stepId: "wait", dueAt: "2026-01-01T01:00:00.000Z" });
});

test.each([
  ["state=lost", 422],
  ["code=step_completed", 422],
  ["code=nonsense", 422],
  ["dueBefore=soon", 422],
  ["afterId=12", 422],
  ["attention=perhaps", 422],
  ["view=huge", 422],
  ["afterId=6740a1b2c3d4e5f601234567&beforeId=6740a1b2c3d4e5f601234567", 400],
  ["afterId=6740a1b2c3d4e5f601234567&page=2", 400],
])("notification list: %s is refused with %i", async (query, code) => {
  expect((await environment.get(`/v1/notifications?${query}`)).status).toBe(code);
});

test("what was due happens: the lists follow", async () => {
  await advance(environment, 2, "hours");
  expect(namesOf(await read("state=waiting"))).toEqual(["much-later"]);
  expect(namesOf(await read("attention=true"))).toEqual(["no-sms"]);
  expect(namesOf(await read("state=delivered"))).toEqual([
    "last",
    "no-sms",
    "digest",
    "later",
    "retried",
    "fine",
  ]);
});
