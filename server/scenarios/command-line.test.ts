import { beforeEach, expect, test } from "vitest";
import { type CommandResult, tidings } from "../../client/src/testing/command-line.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { delay, email, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt } from "../testing/virtual-time.ts";

/** The `tidings` program against the whole service: what a command prints is what happens. */

let isDown = true;
const provider = await useHttpReceiver((_call, response) => {
  response.writeHead(isDown ? 400 : 200).end('{"id":"p1"}');
});
const service = await useTestService();
beforeEach(() => {
  isDown = true;
  provider.calls.length = 0;
});

const START = "2026-01-31T09:00:00.000Z";
const ADA = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };
const ORDER = [
  inApp("Hello {{ subscriber.firstName }},\n{{ payload.n }}"),
  delay(lasting(2, "days")),
  email("<p>{{ payload.n }}</p>"),
];

const run = ({ apiKey }: TestEnvironment, ...args: string[]): Promise<CommandResult> =>
  tidings(args, { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: apiKey } });

async function withBrokenMail(): Promise<TestEnvironment> {
  const environment = await frozenAt(service, START);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", [email("Hello {{ subscriber.firstName }}")]);
  return environment;
}

test("`tidings explain`: prints the timeline of a trigger and stores nothing", async () => {
  const environment = await frozenAt(service, START);
  await environment.given.workflow("order", ORDER);
  const event = ["order", "--to", JSON.stringify(ADA), "--to", "bob", "--payload", '{"n":7}'];
  const { out, code } = await run(environment, "explain", ...event);
  expect(code).toBe(0);
  for (const line of [
    "\nTo ada (would be created)\n",
    "   > content  Hello Ada,\n   >          7\n",
    "   2026-02-02 09:00:00.000  Success    Delay is finished\n",
    "   > through  Local outbox (local-outbox)\n   > to       ada@example.com\n",
    "   2026-02-02 09:00:00.000  Failed     Subscriber missing email address\n",
  ]) {
    expect(out).toContain(line);
  }
  expect((await environment.get("/v1/notifications")).body.data).toEqual([]);
});

test("`tidings test-clock`: a waiting trigger goes on, as `tidings report` and `explain` show", async () => {
  const environment = await service.newEnvironment("test");
  await environment.given.workflow("order", ORDER);
  expect((await run(environment, "test-clock", "--now", START)).out).toContain("Clock           frozen\n");
  await environment.trigger("order", "ada", { transactionId: "o1" });
  await settled(environment);
  expect((await run(environment, "report", "o1")).out).toContain("1 = 1 waiting + 0 delivered + 0 failed");
  const clock = await run(environment, "test-clock", "--advance", "3 days");
  expect(clock.out).toContain("Now (UTC)       2026-02-03 09:00:00\nClock           frozen\n");
  expect((await run(environment, "report", "o1")).out).toContain("1 = 0 waiting + 1 delivered + 0 failed");
  const again = await run(environment, "explain", "order", "--to", "ada", "--transaction-id", "o1");
  expect(again).toMatchObject({ code: 0, err: "The trigger would start nothing: repeated\n" });
});

test("`tidings report`: the counts of failed recipients add up, and the exit code is 0", async () => {
  const environment = await withBrokenMail();
  await environment.trigger("news", [ADA, "bob"], { transactionId: "n1" });
  await settled(environment);
  const ran = await run(environment, "report", "n1");
  expect(ran.code).toBe(0);
  expect(ran.out).toContain("Recipients     2 = 0 waiting + 0 delivered + 2 failed + 0 skipped\n");
  expect(ran.out).toMatch(/failed +no_email +1\n/);
  expect(ran.out).toMatch(/failed +provider_failed +1\n/);
  expect(ran.err).toContain("tidings notifications list --transaction-id n1");
  const unknown = await run(environment, "report", "n2");
  expect(unknown).toEqual({ code: 1, out: "", err: "Trigger n2 was not found\n" });
});

test("`tidings dead-letters replay`: sends exactly what its dry run announced", async () => {
  const environment = await withBrokenMail();
  for (const transactionId of ["n1", "n2"]) await environment.trigger("news", ADA, { transactionId });
  await settled(environment);
  isDown = false;
  const command = ["dead-letters", "replay", "--transaction-id", "n1"];
  const dry = await run(environment, ...command, "--dry-run");
  expect(dry).toEqual({ code: 0, out: "To replay: 1 dead letter.\n", err: "" });
  expect(provider.calls).toHaveLength(2);
  const real = await run(environment, ...command);
  expect(real.out).toMatch(/^To replay: 1 dead letter\.\nSending again: 1 dead letter \(replay \w+\)\.\n$/);
  await settled(environment);
  expect(provider.calls).toHaveLength(3);
  const left = await run(environment, "dead-letters", "list", "--reason", "rejected");
  expect(left).toMatchObject({ code: 0, err: "1 in total: 1 rejected.\n" });
  expect(left.out).toContain("  n2\n");
});

test("`tidings messages resend`: sends a message once more", async () => {
  const environment = await withBrokenMail();
  isDown = false;
  await environment.trigger("news", ADA);
  await settled(environment);
  const [message] = (await environment.get("/v1/messages")).body.data;
  expect(await run(environment, "messages", "resend", message._id)).toEqual({
    code: 0,
    out: `Message ${message._id} is being sent again.\n`,
    err: "",
  });
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
});

test("`tidings test-clock`: on real time, says how to create an environment with a clock", async () => {
  const ran = await run(await service.newEnvironment(), "test-clock");
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain("environments create NAME --test");
});

test("`tidings subscribers import`: reports each line that failed and stores the others", async () => {
  const environment = await service.newEnvironment("bare");
  const lines = Array.from({ length: 1_200 }, (_, n) =>
    JSON.stringify({ subscriberId: `s${n}`, firstName: "A" }),
  );
  const stdin = [...lines, "", '{"subscriberId":7}', "{broken", '{"subscriberId":"s0","firstName":"B"}'].join(
    "\r\n",
  );
  const importSubscribers = (text: string, ...flags: string[]) =>
    tidings(["subscribers", "import", "-", ...flags], {
      env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: environment.apiKey },
      stdin: text,
    });
  const first = await importSubscribers(stdin);
  expect(first.code).toBe(1);
  expect(first.out).toContain("500 created, 0 updated, 0 failed\n1000 created, 0 updated, 0 failed\n");
  expect(first.out).toContain("1200 created, 1 updated, 2 failed\n");
  expect(first.out).toMatch(/line 1202 .*subscriberId must be a string/);
  expect(first.out).toMatch(/line 1203 .*is not JSON/);
  expect((await environment.get("/v2/subscribers/s0")).body.firstName).toBe("B");

  const list = '[{"subscriberId":"s1"},\n {"subscriberId":"new","timezone":"Berlin"}]';
  const again = await importSubscribers(list, "--json");
  const message = expect.stringMatching(/^"Berlin" is not the name of a time zone/);
  const warnings = [{ place: "stored", subscriberId: "new", message }];
  expect([again.code, JSON.parse(again.out)]).toEqual([
    0,
    { created: 1, updated: 1, failed: 0, failures: [], warnings },
  ]);
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(1_201);

  const { code, err } = await importSubscribers("[1,");
  expect([code, err]).toEqual([2, expect.stringContaining("FILE contains no complete JSON array")]);
  const missing = await run(environment, "subscribers", "import", "/no/such/file");
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("/no/such/file cannot be read")]);
});

test("`tidings topics`: subscribes, renames and unsubscribes", async () => {
  const environment = await service.newEnvironment("bare");
  for (const subscriberId of ["ada", "bob"]) await environment.given.subscriber(subscriberId);
  const both = ["--subscriber", "ada", "--subscriber", "bob", "--subscriber", "nobody"];
  const joined = await run(environment, "topics", "subscribe", "news", ...both);
  expect([joined.code, joined.out]).toEqual([1, "2 subscribed.\n"]);
  expect(joined.err).toContain("'nobody' could not be found");
  const { body } = await environment.get("/v2/topics/news/subscriptions?subscriberId=ada");
  const renamed = ["rename-subscription", "news", body.data[0].identifier, "--name", "Ada's"];
  expect((await run(environment, "topics", ...renamed)).out).toMatch(/ada .*Ada's/);
  expect((await run(environment, "topics", "unsubscribe", "news", "--subscriber", "bob")).code).toBe(0);
  const { out } = await run(environment, "topics", "subscriptions", "news");
  expect(out).toMatch(/ada .*Ada's/);
  expect(out).not.toContain("bob");
});

test("`tidings contexts`: creates, updates, lists and deletes a context", async () => {
  const environment = await service.newEnvironment("bare");
  const created = await run(environment, "contexts", "create", "tenant", "acme", "--data", '{"plan":"pro"}');
  expect([created.code, created.out]).toEqual([0, expect.stringContaining('{"plan":"pro"}')]);
  await run(environment, "contexts", "update", "tenant", "acme", "--data", '{"plan":"free"}');
  expect((await run(environment, "contexts", "list", "--type", "tenant")).out).toContain('{"plan":"free"}');
  expect((await run(environment, "contexts", "delete", "tenant", "acme")).code).toBe(0);
  expect((await environment.get("/v2/contexts")).body.data).toEqual([]);
});
