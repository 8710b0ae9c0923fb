import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Given, type Ran, tidings, tidingsWithoutReader } from "../testing/command-line.ts";
import { message, subscriber } from "../testing/records.ts";
import {
  type Asked,
  failure,
  openStubService,
  type Reply,
  type StubService,
} from "../testing/stub-service.ts";

/** The program as people run it, against a small real service. */

let directory: string;
let service: StubService | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tidings-cli-"));
});
afterAll(() => rm(directory, { recursive: true }));
afterEach(async () => {
  await service?.close();
  service = undefined;
});

type Answer = (asked: Asked, before: number) => Reply;

async function ask(answer: Answer, args: string[], given: Given = {}): Promise<Ran> {
  service = await openStubService(answer);
  return tidings(args, {
    ...given,
    env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret", ...given.env },
  });
}

const page = (data: unknown[], more = {}) => ({
  data,
  next: null,
  previous: null,
  totalCount: data.length,
  totalCountCapped: false,
  ...more,
});

test("help and version are answers, not failures", async () => {
  const [help, none, version, group, one] = await Promise.all([
    tidings(["--help"]),
    tidings([]),
    tidings(["--version"]),
    tidings(["workflows", "--help"]),
    tidings(["trigger", "-h"]),
  ]);
  expect([help.code, none.code, version.code, group.code, one.code]).toEqual([0, 0, 0, 0, 0]);
  expect(none.out).toBe(help.out);
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(group.out).toContain("workflows step WORKFLOW STEP");
  expect(one.out).toContain("tidings trigger welcome --to ada");
});

test.each([
  [["mesages"], 'There is no command "mesages"; did you mean messages?\nSee: tidings --help\n'],
  [["--json", "messages"], "The command comes first, then its flags such as --json"],
  [["messages"], "What about messages? One of: list, resend, delete\nSee: tidings messages --help\n"],
  [["messages", "show"], 'messages has no "show"; it has list, resend, delete'],
  [["messages", "list", "--chanel", "sms"], "There is no flag --chanel here; did you mean --channel?"],
  [["messages", "list", "--limit", "ten"], '--limit takes a whole number, not "ten"'],
  [["messages", "list", "extra"], '"extra" is one word too many\nSee: tidings messages list --help\n'],
  [["subscribers", "get"], "SUBSCRIBER_ID is missing: Your own id of the subscriber."],
  [["trigger", "welcome"], "To whom? Give --to ID, or --broadcast"],
  [["explain", "welcome"], "To whom? Give --to ID\nSee: tidings explain --help\n"],
  [["dead-letters", "replay", "--dry-run"], "Which? Give --id, a filter such as --channel, or --all"],
  [["dead-letters", "replay", "--all", "--id", "1"], "--all is for all: leave --id and the filters out"],
  [["test-clock", "--advance", "soon"], '--advance takes a length of time such as "3 days", not "soon"'],
  [["test-clock", "--freeze", "--advance", "1 day"], "One at a time: --now, --advance or --freeze"],
  [["trigger", "welcome", "--to", "ada", "--payload", "{"], "--payload takes a JSON object: "],
  [["trigger", "welcome", "--to", "ada", "--payload", "@/nowhere"], "/nowhere cannot be read: "],
  [["messages", "list", "--url", "localhost"], '"localhost" is not the address of a service'],
])("wrong usage %j is exit code 2 and a hint on standard error", async (args, hint) => {
  const ran = await tidings(args, { env: { TIDINGS_API_KEY: "secret" } });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(hint);
});

test("with --json failures are a line of JSON on standard error", async () => {
  const ran = await ask(
    () => failure(404, "Subscriber: ada was not found"),
    ["subscribers", "get", "ada", "--json"],
  );
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(JSON.parse(ran.err)).toMatchObject({
    error: { status: 404, message: "Subscriber: ada was not found", path: "/v2/subscribers/ada" },
  });
});

test("without a key nothing is asked; the key may stand in a file", async () => {
  const without = await tidings(["integrations", "list"]);
  expect(without).toMatchObject({ code: 2, out: "" });
  expect(without.err).toContain("No API key");
  const file = join(directory, "key");
  await writeFile(file, "from-a-file\n");
  const env = { TIDINGS_API_KEY: "", TIDINGS_API_KEY_FILE: file };
  expect(await ask(() => ({ body: [] }), ["integrations", "list"], { env })).toMatchObject({ code: 0 });
  expect(service?.asked[0]?.headers.authorization).toBe("ApiKey from-a-file");
});

test("failures are one sentence: what was wrong, and where to look", async () => {
  const messages = ["must be at most 100"];
  const errors = { limit: { messages }, general: { messages, value: "No Value Recorded" } };
  const wrong = await ask(
    () => failure(422, "Validation Error", { errors }),
    ["subscribers", "list", "--limit", "500"],
  );
  expect(wrong).toEqual({ code: 1, out: "", err: "Validation Error: limit: must be at most 100\n" });
  await service?.close();
  const name = { messages: ["workflow_not_found"] };
  const unknown = await ask(
    () => failure(422, "workflow_not_found", { errors: { name } }),
    ["workflows", "list"],
  );
  expect(unknown.err).toBe("name: workflow_not_found\n");
  await service?.close();
  const stranger = await ask(() => failure(401, "API Key not found"), ["subscribers", "list"]);
  expect(stranger.err).toBe("API Key not found (check --api-key or TIDINGS_API_KEY)\n");
  await service?.close();
  const away = await tidings(["messages", "list"], {
    env: { TIDINGS_URL: service?.url ?? "", TIDINGS_API_KEY: "k" },
  });
  expect(away.code).toBe(1);
  expect(away.err).toMatch(/^The service at http:\S+ cannot be reached: .*ECONNREFUSED.*\n$/);
});

test("a list is a table, with the command for the next page beside it", async () => {
  const people = [subscriber("ada", { firstName: "Ada", email: "ada@example.com" }), subscriber("bob")];
  const found = page(people, { next: "c2", totalCount: 38 });
  const ran = await ask(() => ({ body: found }), ["subscribers", "list", "--name", "A B", "--limit", "2"]);
  expect(ran.out).toBe(
    [
      "SUBSCRIBER  NAME  EMAIL            PHONE  CREATED (UTC)",
      "ada         Ada   ada@example.com  -      2026-01-31 08:00:00",
      "bob         -     -                -      2026-01-31 08:00:00\n",
    ].join("\n"),
  );
  expect(ran.err).toBe("38 in all. Next page: tidings subscribers list --name 'A B' --limit 2 --after c2\n");
  expect(service?.asked[0]?.path).toBe("/v2/subscribers?name=A+B&limit=2");
});

test("--json prints exactly what the service answered, and an empty list is no failure", async () => {
  const body = { data: [message({ subject: "Hi" })], page: 1, pageSize: 1, hasMore: true, totalCount: 9 };
  const full = await ask(() => ({ body }), ["messages", "list", "--page", "1", "--json"]);
  expect(JSON.parse(full.out)).toEqual(body);
  expect(full.err).toBe("");
  await service?.close();
  const empty = await ask(
    () => ({ body: { ...body, data: [] } }),
    ["messages", "list", "--transaction-id", "a", "--transaction-id", "b"],
  );
  expect(empty).toEqual({ code: 0, out: "", err: "No messages.\n" });
  expect(service?.asked[0]?.path).toBe("/v1/messages?transactionId=a&transactionId=b");
});

test("a subscriber is updated with what is said: an empty text erases, the rest stays", async () => {
  const args = ["subscribers", "update", "ada", "--phone", "", "--first-name", "Ada", "--data", "-"];
  const ran = await ask(() => ({ body: subscriber("ada", { firstName: "Ada" }) }), args, {
    stdin: '{"plan":"pro"}',
  });
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain("firstName      Ada\n");
  expect(service?.asked[0]).toMatchObject({ method: "PATCH", path: "/v2/subscribers/ada" });
  expect(service?.asked[0]?.body).toEqual({ firstName: "Ada", phone: null, data: { plan: "pro" } });
});

test("an integration is created with credentials from a file, which are not shown", async () => {
  const file = join(directory, "smtp.json");
  await writeFile(file, '{"password":"hush"}');
  const record = { _id: "1", identifier: "smtp", name: "SMTP", channel: "email", providerId: "nodemailer" };
  const body = { ...record, active: true, primary: true, credentials: { password: "hush" } };
  const args = [
    "integrations",
    "create",
    "--channel",
    "email",
    "--provider",
    "nodemailer",
    "--credentials",
    `@${file}`,
    "--active",
    "true",
  ];
  const ran = await ask(() => ({ status: 201, body }), args);
  expect(service?.asked[0]?.body).toEqual({
    channel: "email",
    providerId: "nodemailer",
    active: true,
    credentials: { password: "hush" },
  });
  expect(ran.out).toContain("primary     yes");
  expect(ran.out).not.toContain("hush");
});

test("a workflow is replaced by what a file says; a file that is no JSON is named", async () => {
  const file = join(directory, "welcome.json");
  await writeFile(file, "not json");
  const wrong = await tidings(["workflows", "update", "welcome", file], { env: { TIDINGS_API_KEY: "k" } });
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain(`FILE, read from ${file}, takes a JSON object: `);
  const ran = await ask(() => ({ status: 204 }), ["workflows", "delete", "welcome"]);
  expect(ran).toEqual({ code: 0, out: "Workflow welcome is deleted.\n", err: "" });
});

test("a reader who leaves early is no failure", async () => {
  const data = Array.from({ length: 1_000 }, () => message({ subject: "x".repeat(500) }));
  service = await openStubService(() => ({ body: { data, page: 0, pageSize: 1_000, hasMore: false } }));
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" };
  expect(await tidingsWithoutReader(["messages", "list", "--json"], env)).toEqual({
    code: 0,
    out: "",
    err: "",
  });
});
