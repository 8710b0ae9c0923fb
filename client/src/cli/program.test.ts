import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type CommandResult, type Input, tidings, tidingsWithoutReader } from "../testing/command-line.ts";
import { message, subscriber } from "../testing/records.ts";
import {
  failure,
  openStubService,
  type RecordedRequest,
  type Reply,
  type StubService,
} from "../testing/stub-service.ts";

/** The program as a process, against a stub service. */

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

type Answer = (request: RecordedRequest, before: number) => Reply;

async function ask(answer: Answer, args: string[], input: Input = {}): Promise<CommandResult> {
  service = await openStubService(answer);
  return tidings(args, {
    ...input,
    env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret", ...input.env },
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

test("help and version: exit code 0", async () => {
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
  [["mesages"], 'Unknown command "mesages"; did you mean messages?\nSee: tidings --help\n'],
  [["--json", "messages"], "Put the command before its flags, such as --json"],
  [
    ["messages"],
    "messages needs an action: list, get, retry, resend, delete\nSee: tidings messages --help\n",
  ],
  [["messages", "show"], 'Unknown action "show" of messages; use list, get, retry, resend, delete'],
  [["messages", "list", "--chanel", "sms"], "Unknown flag --chanel; did you mean --channel?"],
  [["messages", "list", "--limit", "ten"], '--limit needs a whole number, not "ten"'],
  [["messages", "list", "extra"], 'Unexpected argument "extra"\nSee: tidings messages list --help\n'],
  [["subscribers", "get"], "SUBSCRIBER_ID is missing: Your id for the subscriber."],
  [["trigger", "welcome"], "Recipients are missing: give --to ID, or --broadcast"],
  [["explain", "welcome"], "Recipients are missing: give --to ID\nSee: tidings explain --help\n"],
  [
    ["dead-letters", "replay", "--dry-run"],
    "Nothing is selected: give --id, a filter such as --channel, or --all",
  ],
  [["dead-letters", "replay", "--all", "--id", "1"], "--all cannot be combined with --id or a filter"],
  [["test-clock", "--advance", "soon"], '--advance needs a duration such as "3 days", not "soon"'],
  [["test-clock", "--freeze", "--advance", "1 day"], "Use only one of --now, --advance and --freeze"],
  [["trigger", "welcome", "--to", "ada", "--payload", "{"], "--payload needs a JSON object: "],
  [["trigger", "welcome", "--to", "ada", "--payload", "@/nowhere"], "/nowhere cannot be read: "],
  [["messages", "list", "--url", "localhost"], '"localhost" is not the address of a service'],
])("wrong usage %j: exit code 2, with a hint on standard error", async (args, hint) => {
  const result = await tidings(args, { env: { TIDINGS_API_KEY: "secret" } });
  expect(result).toMatchObject({ code: 2, out: "" });
  expect(result.err).toContain(hint);
});

test("failures with --json: one line of JSON on standard error", async () => {
  const result = await ask(
    () => failure(404, "Subscriber: ada was not found"),
    ["subscribers", "get", "ada", "--json"],
  );
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(JSON.parse(result.err)).toMatchObject({
    error: { status: 404, message: "Subscriber: ada was not found", path: "/v2/subscribers/ada" },
  });
});

test("API key: without one, sends no request; can be read from a file", async () => {
  const without = await tidings(["integrations", "list"]);
  expect(without).toMatchObject({ code: 2, out: "" });
  expect(without.err).toContain("No API key");
  const file = join(directory, "key");
  await writeFile(file, "from-a-file\n");
  const env = { TIDINGS_API_KEY: "", TIDINGS_API_KEY_FILE: file };
  expect(await ask(() => ({ body: [] }), ["integrations", "list"], { env })).toMatchObject({ code: 0 });
  expect(service?.requests[0]?.headers.authorization).toBe("ApiKey from-a-file");
});

test("failures: one sentence with the problem and a hint", async () => {
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
  const unauthorized = await ask(() => failure(401, "API Key not found"), ["subscribers", "list"]);
  expect(unauthorized.err).toBe("API Key not found (check --api-key or TIDINGS_API_KEY)\n");
  await service?.close();
  // Not the port of the closed service: another process may have it now.
  const unreachable = await tidings(["messages", "list"], {
    env: { TIDINGS_URL: "http://127.0.0.1:2", TIDINGS_API_KEY: "k" },
  });
  expect(unreachable.code).toBe(1);
  expect(unreachable.err).toMatch(/^The service at http:\S+ cannot be reached: .*ECONNREFUSED.*\n$/);
});

test("lists: a table, and the command for the next page on standard error", async () => {
  const people = [subscriber("ada", { firstName: "Ada", email: "ada@example.com" }), subscriber("bob")];
  const found = page(people, { next: "c2", totalCount: 38 });
  const result = await ask(() => ({ body: found }), ["subscribers", "list", "--name", "A B", "--limit", "2"]);
  expect(result.out).toBe(
    [
      "SUBSCRIBER  NAME  EMAIL            PHONE  CREATED (UTC)",
      "ada         Ada   ada@example.com  -      2026-01-31 08:00:00",
      "bob         -     -                -      2026-01-31 08:00:00\n",
    ].join("\n"),
  );
  expect(result.err).toBe(
    "38 in total. Next page: tidings subscribers list --name 'A B' --limit 2 --after c2\n",
  );
  expect(service?.requests[0]?.path).toBe("/v2/subscribers?name=A+B&limit=2");
});

test("--json: prints the service's answer; an empty list is not a failure", async () => {
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
  expect(service?.requests[0]?.path).toBe("/v1/messages?transactionId=a&transactionId=b");
});

test("subscribers update: an empty text clears a field; omitted fields are not sent", async () => {
  const args = ["subscribers", "update", "ada", "--phone", "", "--first-name", "Ada", "--data", "-"];
  const result = await ask(() => ({ body: subscriber("ada", { firstName: "Ada" }) }), args, {
    stdin: '{"plan":"pro"}',
  });
  expect(result).toMatchObject({ code: 0, err: "" });
  expect(result.out).toContain("firstName      Ada\n");
  expect(service?.requests[0]).toMatchObject({ method: "PATCH", path: "/v2/subscribers/ada" });
  expect(service?.requests[0]?.body).toEqual({ firstName: "Ada", phone: null, data: { plan: "pro" } });
});

test("integrations create: reads credentials from a file and does not print them", async () => {
  const file = join(directory, "smtp.json");
  await writeFile(file, '{"password":"hush"}');
  const record = { _id: "1", identifier: "smtp", name: "SMTP", channel: "email", providerId: "nodemailer" };
  const checked = { outcome: "accepted", detail: "SMTP accepts the credentials." };
  const body = { ...record, active: true, primary: true, credentials: { password: "hush" }, checked };
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
    "--check",
  ];
  const result = await ask(() => ({ status: 201, body }), args);
  expect(service?.requests[0]?.body).toEqual({
    channel: "email",
    providerId: "nodemailer",
    active: true,
    check: true,
    credentials: { password: "hush" },
  });
  expect(result.out).toContain("primary     yes");
  expect(result.out).toContain("checked     SMTP accepts the credentials.");
  expect(result.out).not.toContain("hush");
});

test("workflows update: names a file that is not JSON; delete: confirms", async () => {
  const file = join(directory, "welcome.json");
  await writeFile(file, "not json");
  const wrong = await tidings(["workflows", "update", "welcome", file], { env: { TIDINGS_API_KEY: "k" } });
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain(`FILE, read from ${file}, needs a JSON object: `);
  const result = await ask(() => ({ status: 204 }), ["workflows", "delete", "welcome"]);
  expect(result).toEqual({ code: 0, out: "Workflow welcome is deleted.\n", err: "" });
});

test("output closed early: not a failure", async () => {
  const data = Array.from({ length: 1_000 }, () => message({ subject: "x".repeat(500) }));
  service = await openStubService(() => ({ body: { data, page: 0, pageSize: 1_000, hasMore: false } }));
  const env = { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" };
  expect(await tidingsWithoutReader(["messages", "list", "--json"], env)).toEqual({
    code: 0,
    out: "",
    err: "",
  });
});
