import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { type BreakableConnection, openBreakableConnection } from "../testing/breakable-connection.ts";
import { captureLog } from "../testing/captured-log.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** A database outage in the log: one line when it begins, one when it ends. */

/** An outage ends after two seconds without a failure. */
let isBrief = false;
const time: Time = {
  ...systemTime,
  after: (ms, work) => systemTime.after(isBrief && ms === 2_000 ? PATIENCE_MS : ms, work),
};

const captured = captureLog("info");
let line: BreakableConnection;
let service: TestService;
let environment: TestEnvironment;
beforeAll(async () => {
  const through = async (url: string) => {
    line = await openBreakableConnection(url);
    return line.url;
  };
  service = await startTestService({ metricsPort: 0 }, { log: captured.log, through, time });
  environment = await service.newEnvironment();
});
beforeEach(() => void captured.lines.splice(0));
afterAll(async () => {
  await service.close();
  await line.close();
});

const BEGAN = "the database cannot be reached, an outage began";
const OVER = "the database can be reached again, the outage is over";

async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  return text.split("\n").find((row) => row.startsWith(name));
}

test("given a database outage, the log has two lines, the metrics report it, and work resumes", async () => {
  await environment.finished(await environment.trigger("welcome", "ada"));
  line.cut();
  const statuses = new Set<number>();
  const request = async () => {
    statuses.add((await environment.post("/v1/events/trigger", { name: "welcome", to: "ada" })).status);
    await environment.get("/v1/notifications");
  };
  await request();
  const end = performance.now() + 2_500;
  for (let rounds = 1; rounds < 20 || performance.now() < end; rounds += 1) {
    await sleep(50);
    await request();
  }
  expect([...statuses]).toEqual([503]);
  expect(await metric("tidings_database_reachable")).toBe("tidings_database_reachable 0");
  expect(captured.lines).toHaveLength(1);
  line.restore();
  const over = await captured.waitFor(OVER);
  expect(over).toMatchObject({ level: "warn" });
  expect(over.durationMs).toBeGreaterThan(2_000);
  expect(over.failures).toBeGreaterThan(20);
  expect(captured.matching(BEGAN)).toMatchObject([{ level: "error" }]);
  expect(captured.lines).toHaveLength(2);
  expect(await metric("tidings_database_reachable")).toBe("tidings_database_reachable 1");
  expect(await metric("tidings_database_outages_total")).toBe("tidings_database_outages_total 1");
  await environment.finished(await environment.trigger("welcome", "ada"));
});

test("given connections that break again after brief recoveries, it is one outage", async () => {
  const answered = (status: number) =>
    expect.poll(async () => (await environment.get("/v1/notifications")).status).toBe(status);
  for (const isLast of [false, false, false, false, true]) {
    line.cut();
    await answered(503);
    // However long a recovery takes on a busy machine, it is a brief one.
    isBrief = !isLast;
    line.restore();
    await answered(200);
  }
  await captured.waitFor(OVER);
  expect(captured.lines.map((text) => JSON.parse(text).msg)).toEqual([BEGAN, OVER]);
});
