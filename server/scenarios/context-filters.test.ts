import { beforeAll, expect, test } from "vitest";
import { tidings } from "../../client/src/testing/command-line.ts";
import { NOVU_CLIENTS } from "../testing/novu-clients.ts";
import { inApp } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";

/** Filters of messages and events: contexts as an exact set, topic subscriptions, channels and dates. */

const service = await useTestService({ brand: "novu" });
const environment = await service.newEnvironment();
/** The names of the triggers below by transaction id. */
const sent: Record<string, string> = {};
beforeAll(async () => {
  for (const name of ["hello", "bye"]) await environment.given.workflow(name, [inApp("x")]);
  await environment.given.subscriber("eve");
  const subscriptions = [{ subscriberId: "eve", identifier: "eve-reads" }];
  await environment.post("/v2/topics/readers/subscriptions", { subscriptions });
  await environment.post("/v2/topics/writers/subscriptions", { subscriptions: ["eve"] });
  const topic = (topicKey: string) => ({ type: "Topic", topicKey });
  const bodies = {
    plain: { to: "eve" },
    acme: { to: "eve", context: { tenant: "acme" } },
    both: { to: "eve", context: { tenant: "acme", app: "web" } },
    readers: { to: topic("readers") },
    writers: { name: "bye", to: topic("writers") },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { transactionId } = (await environment.post("/v1/events/trigger", { name: "hello", ...body })).body;
    await environment.finished(transactionId);
    sent[transactionId] = name;
  }
});

const names = (data: { transactionId: string }[]) => data.map((one) => sent[one.transactionId]).toSorted();

test.each([
  ["contextKeys=tenant:acme", ["acme"]],
  ["contextKeys=tenant:acme&contextKeys=app:web", ["both"]],
  ["contextKeys=app:web&contextKeys=tenant:acme&contextKeys=app:web", ["both"]],
  ["contextKeys=app:web", []],
  ["contextKeys=nope:nope", []],
  ["contextKeys=", ["acme", "both", "plain", "readers", "writers"]],
])("context filter: exact match of %s", async (query, expected) => {
  for (const list of ["messages", "notifications"]) {
    const { body } = await environment.get(`/v1/${list}?limit=50&${query}`);
    expect([list, names(body.data)]).toEqual([list, expected]);
    expect(body.totalCount).toBe(list === "messages" ? expected.length : undefined);
  }
});

test("`subscriptionId`: finds events by the id or the identifier of their topic subscription", async () => {
  const find = async (subscriptionId: string) =>
    names((await environment.get(`/v1/notifications?subscriptionId=${subscriptionId}`)).body.data);
  const [{ _id }] = (await environment.get("/v2/topics/writers/subscriptions")).body.data;
  expect(await find("eve-reads")).toEqual(["readers"]);
  expect(await find(_id)).toEqual(["writers"]);
  expect(await find("nobody")).toEqual([]);
  expect(await find(`${_id}&contextKeys=tenant:acme`)).toEqual([]);
});

test("subscriptions: they belong to no context, so a context filter finds none", async () => {
  for (const path of ["/v2/topics/readers/subscriptions", "/v2/subscribers/eve/subscriptions"]) {
    expect((await environment.get(`${path}?contextKeys=tenant:acme`)).body).toMatchObject({
      data: [],
      totalCount: 0,
      next: null,
      previous: null,
    });
    expect((await environment.get(path)).body.data).not.toEqual([]);
  }
});

test.each([
  ["messages?channel=pigeon", "channel"],
  ["notifications?channels=pigeon", "channels.0"],
  ["notifications?severity=huge", "severity.0"],
  ["notifications?after=yesterday", "after"],
  ["notifications?before=2026-02-30", "before"],
])("invalid filter: %s gets 422, which names the field", async (path, field) => {
  const { status, body } = await environment.get(`/v1/${path}`);
  expect([status, Object.keys(body.errors)[0]]).toEqual([422, field]);
});

test.each(NOVU_CLIENTS.slice(1))("@novu/api $version: sends these filters", async ({ open }) => {
  const novu = open(service, environment);
  const contextKeys = ["app:web", "tenant:acme"];
  expect(names((await novu.messages.retrieve({ contextKeys })).result.data)).toEqual(["both"]);
  expect(names((await novu.notifications.list({ contextKeys })).result.data)).toEqual(["both"]);
  const { data } = (await novu.notifications.list({ subscriptionId: "eve-reads" })).result;
  expect(names(data)).toEqual(["readers"]);
});

test("`tidings notifications list --workflow`: accepts the workflow's identifier and its id", async () => {
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: environment.apiKey };
  const { _id } = (await environment.get("/v2/workflows/bye")).body;
  for (const workflow of ["bye", _id]) {
    const { out } = await tidings(["notifications", "list", "--json", "--workflow", workflow], { env });
    expect(names(JSON.parse(out).data)).toEqual(["writers"]);
  }
  const unknown = await tidings(["notifications", "list", "--json", "--workflow", "unknown"], { env });
  expect(JSON.parse(unknown.out).data).toEqual([]);
});
