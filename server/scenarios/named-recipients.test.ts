import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { NOVU_CLIENTS } from "../testing/novu-clients.ts";
import { useTestService } from "../testing/test-service.ts";

/** The recipient in an event: `to` and `topics` are as in the trigger, `subscriber` is current. */

const service = await useTestService({ brand: "novu" });
const environment = await service.newEnvironment();
beforeAll(async () => {
  for (const key of ["readers", "writers"]) await environment.given.topic(key);
});

/** The event of one subscriber, as a separate read returns it. */
async function eventOf(transactionId: string, subscriberId: string, count = 1): Promise<any> {
  const found = await environment.finished(transactionId, count);
  const { _id } = found.find((one) => one.subscriber?.subscriberId === subscriberId) ?? found[0];
  return (await environment.get(`/v1/notifications/${_id}`)).body;
}

test("given a recipient with a profile, `to` keeps the trigger's values and `subscriber` is current", async () => {
  const ada = {
    subscriberId: "org/ada",
    firstName: "AtTrigger",
    data: { plan: "pro" },
    locale: "nl",
    phone: null,
  };
  const channels = [
    { providerId: "chat-webhook", credentials: { webhookUrl: "https://example.com/secret" } },
  ];
  const transactionId = await environment.trigger("welcome", [{ ...ada, channels }, "bob"]);
  await environment.finished(transactionId, 2);
  await environment.patch("/v2/subscribers/org%2Fada", { firstName: "After" });
  const event = await eventOf(transactionId, "org/ada", 2);
  expect(event.to).toEqual(ada);
  expect(event.subscriber.firstName).toBe("After");
  expect(event).not.toHaveProperty("topics");
  expect((await eventOf(transactionId, "bob", 2)).to).toEqual({ subscriberId: "bob" });
});

test("given a deleted subscriber record, `to` is what the trigger still holds", async () => {
  const transactionId = await environment.trigger("welcome", { subscriberId: "gone", firstName: "Gone" });
  await environment.finished(transactionId);
  await service.database.query(
    sql`delete from subscribers where environment_id = ${environment.id} and subscriber_id = ${"gone"}`,
  );
  const event = await eventOf(transactionId, "gone");
  expect(event.to).toEqual({ subscriberId: "gone", firstName: "Gone" });
  expect(event).not.toHaveProperty("subscriber");
});

test.each(NOVU_CLIENTS)(
  "given topics as recipients, @novu/api $version reads which of them reached a member",
  async ({ open }) => {
    await environment.given.subscriber("eve", { email: "eve@example.com" });
    await environment.post("/v2/topics/readers/subscriptions", { subscriptions: ["eve"] });
    const topics = ["readers", "writers", "unknown"].map((topicKey) => ({ type: "Topic", topicKey }));
    const transactionId = await environment.trigger("welcome", [
      ...topics,
      { subscriberId: "named", firstName: "N" },
    ]);
    const { _id } = await eventOf(transactionId, "eve", 2);
    const { result } = await open(service, environment).notifications.retrieve(_id);
    const ids = await Promise.all(
      ["readers", "writers"].map(async (key) => (await environment.get(`/v2/topics/${key}`)).body._id),
    );
    expect(result.topics).toEqual([
      { topicId: ids[0], topicKey: "readers" },
      { topicId: ids[1], topicKey: "writers" },
    ]);
    expect(result.to).toEqual({ subscriberId: "eve" });
    const named = await eventOf(transactionId, "named", 2);
    expect(named).not.toHaveProperty("topics");
    expect(named.to).toEqual({ subscriberId: "named", firstName: "N" });
  },
);
