import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { type CutLine, openCutLine } from "../testing/cut-line.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** What a log says of an outage of the database: one line when it begins, one when it ends. */

const captured = captureLog("info");
let line: CutLine;
let service: TestService;
let environment: TestEnvironment;
beforeAll(async () => {
  const through = async (url: string) => {
    line = await openCutLine(url);
    return line.url;
  };
  service = await startTestService({ metricsPort: 0 }, { log: captured.log, through });
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

test("Given workers and callers, when the database is away for seconds, then the log has two lines, the metrics say so, and work goes on afterwards", async () => {
  await environment.finished(await environment.trigger("welcome", "ada"));
  line.cut();
  const statuses = new Set<number>();
  for (const end = performance.now() + 2_500; performance.now() < end; await sleep(50)) {
    statuses.add((await environment.post("/v1/events/trigger", { name: "welcome", to: "ada" })).status);
    await environment.get("/v1/notifications");
  }
  expect([...statuses]).toEqual([503]);
  expect(await metric("tidings_database_reachable")).toBe("tidings_database_reachable 0");
  expect(captured.lines).toHaveLength(1);
  line.mend();
  const over = await captured.heard(OVER);
  expect(over).toMatchObject({ level: "warn" });
  expect(over.durationMs).toBeGreaterThan(2_000);
  expect(over.failures).toBeGreaterThan(20);
  expect(captured.saying(BEGAN)).toMatchObject([{ level: "error" }]);
  expect(captured.lines).toHaveLength(2);
  expect(await metric("tidings_database_reachable")).toBe("tidings_database_reachable 1");
  expect(await metric("tidings_database_outages_total")).toBe("tidings_database_outages_total 1");
  await environment.finished(await environment.trigger("welcome", "ada"));
});

test("Given connections that break again and again, when the database answers in between, then that is one outage", async () => {
  for (let times = 0; times < 5; times += 1) {
    line.cut();
    await sleep(200);
    line.mend();
    await sleep(300);
  }
  await captured.heard(OVER);
  expect(captured.lines.map((text) => JSON.parse(text).msg)).toEqual([BEGAN, OVER]);
});
