import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CommandResult, tidings } from "../../client/src/testing/command-line.ts";
import { type HttpReceiver, openHttpReceiver } from "../testing/receivers.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { frozenAt, settled } from "../testing/virtual-time.ts";
import { delay, email, inbox, lasting, makeWorkflow } from "../testing/workflows.ts";

/** `tidings`, the program, against the whole service: what its commands say is what happens. */

let service: TestService;
let provider: HttpReceiver;
let isDown = true;
beforeAll(async () => {
  provider = await openHttpReceiver((_call, response) => {
    response.writeHead(isDown ? 400 : 200).end('{"id":"p1"}');
  });
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(() => {
  isDown = true;
  provider.calls.length = 0;
});

const START = "2026-01-31T09:00:00.000Z";
const ADA = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };
const ORDER = [
  inbox("Hello {{ subscriber.firstName }},\n{{ payload.n }}"),
  delay(lasting(2, "days")),
  email("<p>{{ payload.n }}</p>"),
];

const say = ({ apiKey }: TestEnvironment, ...args: string[]): Promise<CommandResult> =>
  tidings(args, { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: apiKey } });

async function withBrokenMail(): Promise<TestEnvironment> {
  const environment = await frozenAt(service, START);
  const credentials = { webhookUrl: `${provider.url}/mail` };
  const mail = { providerId: "email-webhook", channel: "email", name: "Mail", active: true, credentials };
  expect((await environment.post("/v1/integrations", mail)).status).toBe(201);
  await makeWorkflow(environment, "news", [email("Hello {{ subscriber.firstName }}")]);
  return environment;
}

test("Given a workflow, when `tidings explain` tells its timeline, then nothing of it has happened", async () => {
  const environment = await frozenAt(service, START);
  await makeWorkflow(environment, "order", ORDER);
  const event = ["order", "--to", JSON.stringify(ADA), "--to", "bob", "--payload", '{"n":7}'];
  const { out, code } = await say(environment, "explain", ...event);
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

test("Given a waiting trigger, when `tidings test-clock` moves time, then `tidings report` tells of it, and explaining it once more that it is repeated", async () => {
  const environment = await service.newEnvironment("test");
  await makeWorkflow(environment, "order", ORDER);
  expect((await say(environment, "test-clock", "--now", START)).out).toContain("Clock           frozen\n");
  await environment.trigger("order", "ada", { transactionId: "o1" });
  await settled(environment);
  expect((await say(environment, "report", "o1")).out).toContain("1 = 1 waiting + 0 delivered + 0 failed");
  const clock = await say(environment, "test-clock", "--advance", "3 days");
  expect(clock.out).toContain("Now (UTC)       2026-02-03 09:00:00\nClock           frozen\n");
  expect((await say(environment, "report", "o1")).out).toContain("1 = 0 waiting + 1 delivered + 0 failed");
  const again = await say(environment, "explain", "order", "--to", "ada", "--transaction-id", "o1");
  expect(again).toMatchObject({ code: 0, err: "The trigger would start nothing: repeated\n" });
});

test("Given recipients who got nothing, when `tidings report` is asked, then the codes add up and the exit code is 0", async () => {
  const environment = await withBrokenMail();
  await environment.trigger("news", [ADA, "bob"], { transactionId: "n1" });
  await settled(environment);
  const ran = await say(environment, "report", "n1");
  expect(ran.code).toBe(0);
  expect(ran.out).toContain("Recipients     2 = 0 waiting + 0 delivered + 2 failed + 0 skipped\n");
  expect(ran.out).toMatch(/failed +no_email +1\n/);
  expect(ran.out).toMatch(/failed +provider_failed +1\n/);
  expect(ran.err).toContain("tidings notifications list --transaction-id n1");
  const unknown = await say(environment, "report", "n2");
  expect(unknown).toEqual({ code: 1, out: "", err: "Trigger n2 was not found\n" });
});

test("Given dead letters, when `tidings dead-letters replay` follows its dry run, then what was told is sent and no more", async () => {
  const environment = await withBrokenMail();
  for (const transactionId of ["n1", "n2"]) await environment.trigger("news", ADA, { transactionId });
  await settled(environment);
  isDown = false;
  const wish = ["dead-letters", "replay", "--transaction-id", "n1"];
  const dry = await say(environment, ...wish, "--dry-run");
  expect(dry).toEqual({ code: 0, out: "To replay: 1 dead letter.\n", err: "" });
  expect(provider.calls).toHaveLength(2);
  const real = await say(environment, ...wish);
  expect(real.out).toMatch(/^To replay: 1 dead letter\.\nSending again: 1 dead letter \(replay \w+\)\.\n$/);
  await settled(environment);
  expect(provider.calls).toHaveLength(3);
  const left = await say(environment, "dead-letters", "list", "--reason", "rejected");
  expect(left).toMatchObject({ code: 0, err: "1 in total: 1 rejected.\n" });
  expect(left.out).toContain("  n2\n");
});

test("Given a message that was sent, when `tidings messages resend` names it, then it goes out once more", async () => {
  const environment = await withBrokenMail();
  isDown = false;
  await environment.trigger("news", ADA);
  await settled(environment);
  const [message] = (await environment.get("/v1/messages")).body.data;
  expect(await say(environment, "messages", "resend", message._id)).toEqual({
    ...{ code: 0, out: `Message ${message._id} is being sent again.\n`, err: "" },
  });
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
});

test("Given an environment on real time, when `tidings test-clock` is asked, then it says how to make one with a clock", async () => {
  const ran = await say(await service.newEnvironment(), "test-clock");
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain("environments create NAME --test");
});

test("Given files of subscribers, when they are imported, then each line has its outcome and the others are stored", async () => {
  const environment = await service.newEnvironment("bare");
  const lines = Array.from({ length: 1_200 }, (_, n) =>
    JSON.stringify({ subscriberId: `s${n}`, firstName: "A" }),
  );
  const stdin = [...lines, "", '{"subscriberId":7}', "{broken", '{"subscriberId":"s0","firstName":"B"}'].join(
    "\r\n",
  );
  const importing = (text: string, ...flags: string[]) =>
    tidings(["subscribers", "import", "-", ...flags], {
      env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: environment.apiKey },
      stdin: text,
    });
  const first = await importing(stdin);
  expect(first.code).toBe(1);
  expect(first.out).toContain("500 created, 0 updated, 0 failed\n1000 created, 0 updated, 0 failed\n");
  expect(first.out).toContain("1200 created, 1 updated, 2 failed\n");
  expect(first.out).toMatch(/line 1202 .*subscriberId must be a string/);
  expect(first.out).toMatch(/line 1203 .*is not JSON/);
  expect((await environment.get("/v2/subscribers/s0")).body.firstName).toBe("B");

  const again = await importing('[{"subscriberId":"s1"},\n {"subscriberId":"new"}]', "--json");
  expect([again.code, JSON.parse(again.out)]).toEqual([
    0,
    { created: 1, updated: 1, failed: 0, failures: [] },
  ]);
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(1_201);

  const { code, err } = await importing("[1,");
  expect([code, err]).toEqual([2, expect.stringContaining("FILE contains no complete JSON array")]);
  const missing = await say(environment, "subscribers", "import", "/no/such/file");
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("/no/such/file cannot be read")]);
});

test("Given subscribers, when the command line subscribes them to a topic and ends that, then the service has it so", async () => {
  const environment = await service.newEnvironment("bare");
  for (const subscriberId of ["ada", "bob"]) await environment.post("/v2/subscribers", { subscriberId });
  const both = ["--subscriber", "ada", "--subscriber", "bob", "--subscriber", "nobody"];
  const joined = await say(environment, "topics", "subscribe", "news", ...both);
  expect([joined.code, joined.out]).toEqual([1, "2 subscribed.\n"]);
  expect(joined.err).toContain("'nobody' could not be found");
  const { body } = await environment.get("/v2/topics/news/subscriptions?subscriberId=ada");
  const renamed = ["rename-subscription", "news", body.data[0].identifier, "--name", "Ada's"];
  expect((await say(environment, "topics", ...renamed)).out).toMatch(/ada .*Ada's/);
  expect((await say(environment, "topics", "unsubscribe", "news", "--subscriber", "bob")).code).toBe(0);
  const { out } = await say(environment, "topics", "subscriptions", "news");
  expect(out).toMatch(/ada .*Ada's/);
  expect(out).not.toContain("bob");
});

test("Given a context, when the command line changes it, then the service has it so", async () => {
  const environment = await service.newEnvironment("bare");
  const created = await say(environment, "contexts", "create", "tenant", "acme", "--data", '{"plan":"pro"}');
  expect([created.code, created.out]).toEqual([0, expect.stringContaining('{"plan":"pro"}')]);
  await say(environment, "contexts", "update", "tenant", "acme", "--data", '{"plan":"free"}');
  expect((await say(environment, "contexts", "list", "--type", "tenant")).out).toContain('{"plan":"free"}');
  expect((await say(environment, "contexts", "delete", "tenant", "acme")).code).toBe(0);
  expect((await environment.get("/v2/contexts")).body.data).toEqual([]);
});
