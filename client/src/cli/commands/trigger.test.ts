import { afterEach, expect, test } from "vitest";
import { type Ran, tidings } from "../../testing/command-line.ts";
import { detail, job, notification } from "../../testing/records.ts";
import { type Asked, openStubService, type Reply, type StubService } from "../../testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const processed = { acknowledged: true, status: "processed", transactionId: "txn_1" };

/** The service takes the trigger, and shows the next of the given states each time it is asked. */
async function trigger(states: unknown[][], args: string[], answer: unknown = processed): Promise<Ran> {
  let looks = 0;
  service = await openStubService((asked: Asked): Reply => {
    if (asked.method === "POST") return { status: 201, body: answer };
    const data = states[Math.min(looks, states.length - 1)];
    looks += 1;
    return { body: { data, page: 0, pageSize: 50, hasMore: false } };
  });
  return tidings(["trigger", ...args], { env: { TIDINGS_URL: service.url, TIDINGS_API_KEY: "secret" } });
}

test("a trigger prints its transactionId and nothing else", async () => {
  const to = ["--to", "ada", "--to", '{"subscriberId":"bob","email":"bob@example.com"}'];
  const ran = await trigger(
    [],
    ["welcome", ...to, "--payload", '{"text":"Hi"}', "--transaction-id", "txn_1"],
  );
  expect(ran).toEqual({ code: 0, out: "txn_1\n", err: "" });
  expect(service?.asked[0]).toMatchObject({ method: "POST", path: "/v1/events/trigger" });
  expect(service?.asked[0]?.body).toEqual({
    name: "welcome",
    payload: { text: "Hi" },
    transactionId: "txn_1",
    to: ["ada", { subscriberId: "bob", email: "bob@example.com" }],
  });
});

test("a broadcast goes to everybody", async () => {
  const ran = await trigger([], ["maintenance", "--broadcast", "--json"]);
  expect(JSON.parse(ran.out)).toEqual(processed);
  expect(service?.asked[0]).toMatchObject({
    path: "/v1/events/trigger/broadcast",
    body: { name: "maintenance" },
  });
});

test("a trigger that starts nothing is a failure", async () => {
  const ran = await trigger([], ["welcome", "--to", "ada"], {
    acknowledged: true,
    status: "trigger_not_active",
  });
  expect(ran).toEqual({ code: 1, out: "", err: "Nothing was started: trigger_not_active\n" });
});

test("--wait follows until all steps are over, and tells each once", async () => {
  const waiting = notification([
    job("delay", "delayed", { executionDetails: [detail("Step delayed")] }),
    job("email", "pending"),
  ]);
  const over = notification([
    job("delay", "completed", { executionDetails: [detail("Delay is finished")] }),
    job("email", "completed"),
  ]);
  const ran = await trigger([[], [waiting], [waiting], [over]], ["welcome", "--to", "ada", "--wait"]);
  expect(ran.out.split("\n")).toEqual([
    "txn_1",
    "ada                   delay     delayed    Step delayed",
    "ada                   delay     completed  Delay is finished",
    "ada                   email     completed  Message sent",
    "",
  ]);
  expect(ran).toMatchObject({ code: 0, err: "All 2 steps are over, none failed.\n" });
  expect(service?.asked[1]?.path).toBe("/v1/notifications?transactionId=txn_1&page=0&limit=50");
});

test("--wait waits for every recipient, and ends with exit code 1 when a step failed", async () => {
  const refused = detail("Unexpected provider error", { status: "Failed", raw: '{"status":401}' });
  const first = notification([job("email", "completed")], { _id: "n1" });
  const second = notification([job("email", "failed", { _id: "job-2", executionDetails: [refused] })], {
    _id: "n2",
  });
  const ran = await trigger(
    [[first], [first, second]],
    ["welcome", "--to", "ada", "--to", "bob", "--to", "ada", "--wait"],
  );
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('failed     Unexpected provider error {"status":401}');
  expect(ran.err).toBe("1 of 2 steps failed; `tidings notifications get n2` tells why\n");
});

test("with --json --wait the answer comes at the end, with the notifications", async () => {
  const over = notification([job("email", "failed")]);
  const ran = await trigger([[over]], ["welcome", "--to", "ada", "--wait", "--json"]);
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.out)).toEqual({ ...processed, notifications: [JSON.parse(JSON.stringify(over))] });
  expect(JSON.parse(ran.err).error.message).toContain("1 of 1 steps failed");
});

test("--wait does not wait for ever", async () => {
  const ran = await trigger([[]], ["welcome", "--broadcast", "--wait", "--wait-seconds", "1"]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("Waited long enough: no notification was made yet");
  expect(ran.err).toContain("tidings notifications list --transaction-id txn_1");
});
