import { afterEach, expect, test } from "vitest";
import { type CommandResult, tidings } from "../../testing/command-line.ts";
import { detail, job, notification } from "../../testing/records.ts";
import {
  openStubService,
  type RecordedRequest,
  type Reply,
  type StubService,
} from "../../testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const processed = { acknowledged: true, status: "processed", transactionId: "txn_1" };

/** The stub accepts the trigger, then answers each poll with the next state. */
async function trigger(
  states: unknown[][],
  args: string[],
  answer: unknown = processed,
): Promise<CommandResult> {
  let polls = 0;
  service = await openStubService((request: RecordedRequest): Reply => {
    if (request.method === "POST") return { status: 201, body: answer };
    const data = states[Math.min(polls, states.length - 1)];
    polls += 1;
    return { body: { data, page: 0, pageSize: 50, hasMore: false } };
  });
  return tidings(["trigger", ...args], { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" } });
}

test("trigger: prints only the transactionId", async () => {
  const to = ["--to", "ada", "--to", '{"subscriberId":"bob","email":"bob@example.com"}'];
  const result = await trigger(
    [],
    ["welcome", ...to, "--payload", '{"text":"Hi"}', "--transaction-id", "txn_1"],
  );
  expect(result).toEqual({ code: 0, out: "txn_1\n", err: "" });
  expect(service?.requests[0]).toMatchObject({ method: "POST", path: "/v1/events/trigger" });
  expect(service?.requests[0]?.body).toEqual({
    name: "welcome",
    payload: { text: "Hi" },
    transactionId: "txn_1",
    to: ["ada", { subscriberId: "bob", email: "bob@example.com" }],
  });
});

test("trigger --broadcast: calls the broadcast operation", async () => {
  const result = await trigger([], ["maintenance", "--broadcast", "--json"]);
  expect(JSON.parse(result.out)).toEqual(processed);
  expect(service?.requests[0]).toMatchObject({
    path: "/v1/events/trigger/broadcast",
    body: { name: "maintenance" },
  });
});

test("trigger: fails when nothing was started", async () => {
  const result = await trigger([], ["welcome", "--to", "ada"], {
    acknowledged: true,
    status: "trigger_not_active",
  });
  expect(result).toEqual({ code: 1, out: "", err: "Nothing was started: trigger_not_active\n" });
});

test("trigger --wait: follows until all steps are finished, and prints each change once", async () => {
  const waiting = notification([
    job("delay", "delayed", { executionDetails: [detail("Step delayed")] }),
    job("email", "pending"),
  ]);
  const over = notification([
    job("delay", "completed", { executionDetails: [detail("Delay is finished")] }),
    job("email", "completed"),
  ]);
  const result = await trigger([[], [waiting], [waiting], [over]], ["welcome", "--to", "ada", "--wait"]);
  expect(result.out.split("\n")).toEqual([
    "txn_1",
    "ada                   delay     delayed    Step delayed",
    "ada                   delay     completed  Delay is finished",
    "ada                   email     completed  Message sent",
    "",
  ]);
  expect(result).toMatchObject({ code: 0, err: "All 2 steps are finished; none failed.\n" });
  expect(service?.requests[1]?.path).toBe("/v1/notifications?transactionId=txn_1&page=0&limit=50");
});

test("trigger --wait: waits for every recipient; exit code 1 when a step failed", async () => {
  const refused = detail("Unexpected provider error", { status: "Failed", raw: '{"status":401}' });
  const first = notification([job("email", "completed")], { _id: "n1" });
  const second = notification([job("email", "failed", { _id: "job-2", executionDetails: [refused] })], {
    _id: "n2",
  });
  const result = await trigger(
    [[first], [first, second]],
    ["welcome", "--to", "ada", "--to", "bob", "--to", "ada", "--wait"],
  );
  expect(result.code).toBe(1);
  expect(result.out).toContain('failed     Unexpected provider error {"status":401}');
  expect(result.err).toBe("1 of 2 steps failed; `tidings notifications get n2` shows why\n");
});

test("trigger --json --wait: prints the answer with the notifications at the end", async () => {
  const over = notification([job("email", "failed")]);
  const result = await trigger([[over]], ["welcome", "--to", "ada", "--wait", "--json"]);
  expect(result.code).toBe(1);
  expect(JSON.parse(result.out)).toEqual({ ...processed, notifications: [JSON.parse(JSON.stringify(over))] });
  expect(JSON.parse(result.err).error.message).toContain("1 of 1 steps failed");
});

test("trigger --wait: stops after --wait-seconds", async () => {
  const result = await trigger([[]], ["welcome", "--broadcast", "--wait", "--wait-seconds", "1"]);
  expect(result.code).toBe(1);
  expect(result.err).toContain("Timed out: no notification exists yet");
  expect(result.err).toContain("tidings notifications list --transaction-id txn_1");
});
