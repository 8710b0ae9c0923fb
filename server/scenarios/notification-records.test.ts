import { expect, test } from "vitest";
import { untilErased } from "../testing/environment-rows.ts";
import { ada } from "../testing/given.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { delay, digest, email, inApp, lasting, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt } from "../testing/virtual-time.ts";

/** One record is read with one statement, alone or together with others, a list with several; all must show the same. */

const provider = await useHttpReceiver();
const service = await useTestService();

/** Records of the list and the same records, read one by one. */
async function bothOf(environment: TestEnvironment) {
  const { body } = await environment.get("/v1/notifications?limit=50");
  const single = [];
  for (const { _id } of body.data) single.push((await environment.get(`/v1/notifications/${_id}`)).body);
  return { listed: body.data, single };
}

/** Notifications in all states, of a topic, of named recipients, with overrides, attachments and contexts. */
async function fill(environment: TestEnvironment): Promise<void> {
  const { given } = environment;
  await given.integration("generic-sms", `${provider.url}/sms`);
  await given.topic("team", ["bob", "eve"]);
  await given.workflow("all", [
    inApp("Hi {{payload.n}}"),
    sms("Hi"),
    email("Hi"),
    delay(lasting(1, "hours")),
  ]);
  await given.workflow("news", [digest(lasting(1, "hours")), inApp("x")], { tags: ["a"], severity: "high" });
  await given.workflow("empty", []);
  await given.workflow("gone", [inApp("x")]);
  const file = { name: "a.txt", file: Buffer.from("x").toString("base64") };
  await given.trigger(
    "all",
    { n: 1, big: 1e21, attachments: [file] },
    { to: ada, overrides: { sms: { to: "1" } } },
  );
  await given.trigger("all", { ключ: "“☃”" }, { to: [{ type: "Topic", topicKey: "team" }] });
  for (const n of [1, 2, 3]) await given.trigger("news", { n }, { context: { tenant: "acme" } });
  await given.trigger("empty");
  await given.trigger("gone", {}, { to: "carol" });
  await environment.delete("/v2/workflows/gone");
  await environment.delete("/v2/subscribers/carol");
  await settled(environment);
  // What an erasure removes between two reads would be a difference.
  await untilErased(service.database, environment.id);
}

test("given notifications of all kinds, each record is the same, byte for byte, alone and in the list", async () => {
  const environment = await frozenAt(service);
  await fill(environment);
  const { listed, single } = await bothOf(environment);
  expect(listed.length).toBeGreaterThanOrEqual(7);
  expect(single.map((record) => JSON.stringify(record))).toEqual(
    listed.map((record: unknown) => JSON.stringify(record)),
  );
  expect(new Set(listed.map(({ state }: any) => state))).toContain("waiting");
});

test("given notifications of all kinds, records that are read at the same time are each the same as alone", async () => {
  const environment = await frozenAt(service);
  await fill(environment);
  const { single } = await bothOf(environment);
  const missing = "f".repeat(24);
  const ids = [...single, ...single, ...single].map(({ _id }) => _id);
  const [none, ...together] = await Promise.all(
    [missing, ...ids].map((id) => environment.get(`/v1/notifications/${id}`)),
  );
  expect(none?.status).toBe(404);
  expect(together.map(({ body }) => body)).toEqual([...single, ...single, ...single]);
});

/** Row-level security adds statements of its own. */
const isSecured = process.env.TIDINGS_TEST_RLS === "1";

test.skipIf(isSecured)(
  "a record whose steps have completed takes one statement, another one two",
  async () => {
    const environment = await frozenAt(service);
    await environment.given.workflow("done", [inApp("x"), { ...inApp("y"), name: "next", stepId: "next" }]);
    await environment.given.workflow("waiting", [inApp("x"), delay(lasting(1, "hours"))]);
    await environment.given.trigger("done");
    await environment.given.trigger("waiting");
    const { body } = await environment.get("/v1/notifications");
    const counts: Record<string, number> = {};
    for (const { _id, template } of [...body.data, ...body.data]) {
      const before = service.databases.reads.statementCount;
      await environment.get(`/v1/notifications/${_id}`);
      counts[template.name] = service.databases.reads.statementCount - before;
    }
    expect(counts).toEqual({ done: 1, waiting: 2 });
  },
);
