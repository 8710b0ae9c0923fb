import sql from "sql-template-tag";
import { afterAll, expect, test } from "vitest";
import { bundledVersion } from "../src/calendar/zones/zone-files.ts";
import { useZones, zoneFilesInUse } from "../src/calendar/zones/zones.ts";
import { type Service, startService } from "../src/service.ts";
import { captureLog } from "../testing/captured-log.ts";
import { scrape } from "../testing/scrape.ts";
import { delay, digest, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService } from "../testing/test-service.ts";
import { endOf, frozenAt, goTo, runOf, sentBy } from "../testing/virtual-time.ts";
import { makeZoneFolder } from "../testing/zone-folder.ts";

/**
 * An upgrade of the zone data while steps wait. The older data have the rules of Tokyo for Berlin, so that every moment moves by seven
 * or eight hours.
 */
const folder = makeZoneFolder({ version: "2020a", replaced: { "Europe/Berlin": "Asia/Tokyo" } });
const before = zoneFilesInUse();
const api = await startTestService({ role: "api", timeZones: folder.path });
const started = new Set<Service>();
afterAll(async () => {
  for (const worker of started) await worker.close();
  await api.close();
  useZones(before);
  folder.remove();
});

async function startWorker(timeZones: string): Promise<Service> {
  const settings = { ...api.parts.settings, role: "worker" as const, port: 0, timeZones };
  const worker = await startService({ ...api.parts, settings });
  started.add(worker);
  return worker;
}

async function stop(worker: Service): Promise<void> {
  started.delete(worker);
  await worker.close();
}

const BERLIN = { subscriberId: "ada", timezone: "Europe/Berlin" };
const NOW = "2026-01-07T12:00:00.000Z";
const OPEN = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
const WEEK = Object.fromEntries(
  ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => [day, OPEN]),
);
const WEEKLY = { amount: 1, unit: "weeks", timed: { atTime: "09:00", weekDays: ["friday"] } };

/** Workflows that wait by the calendar, when they end by the rules of Tokyo, and when by those of Berlin. */
const WAITS: Record<string, { step: object; old: string; right: string }> = {
  digest: {
    step: digest({ type: "timed", cron: "0 9 * * *" }),
    old: "2026-01-08T00:00:00.000Z",
    right: "2026-01-08T08:00:00.000Z",
  },
  delay: {
    step: delay({ type: "timed", cron: "0 23 * * *" }),
    old: "2026-01-07T14:00:00.000Z",
    right: "2026-01-07T22:00:00.000Z",
  },
  weekly: {
    step: digest({ type: "timed", ...WEEKLY }),
    old: "2026-01-09T00:00:00.000Z",
    right: "2026-01-09T08:00:00.000Z",
  },
  // 12:00 UTC is 21:00 in Tokyo and 13:00 in Berlin: there the schedule is open.
  quiet: {
    step: delay({ ...lasting(1, "minutes"), extendToSchedule: true }),
    old: "2026-01-08T00:00:00.000Z",
    right: "2026-01-07T12:01:00.000Z",
  },
};

async function triggerAll(environment: TestEnvironment): Promise<Map<string, string>> {
  await environment.given.subscriber("ada", BERLIN);
  await environment.given.preference("ada", { schedule: { isEnabled: true, weeklySchedule: WEEK } });
  const ids = new Map<string, string>();
  for (const [name, { step }] of Object.entries(WAITS)) {
    await environment.given.workflow(name, [step, inApp(name)]);
    ids.set(name, await environment.given.trigger(name));
  }
  await goTo(environment, "2026-01-07T12:01:00.000Z");
  return ids;
}

const dueAtOf = async (environment: TestEnvironment, id: string) =>
  (await runOf(environment, id)).jobs[0].dueAt;

/** The version by which the waits of the store were computed. */
async function storedVersion(): Promise<string | undefined> {
  const rows = await api.database.query<{ version: string }>(sql`select version from zone_data`);
  return rows[0]?.version;
}

const movesOf = (notification: any) =>
  notification.jobs[0].executionDetails
    .filter(({ code }: any) => code === "moved_by_time_zone")
    .map(({ raw }: any) => JSON.parse(raw));

test("newer zone data: waits move to the right moments at the next start, with a detail", async () => {
  const { version } = bundledVersion();
  const environment = await frozenAt(api, NOW);
  const worker = await startWorker(folder.path);
  await expect.poll(storedVersion).toBe("2020a");
  const ids = await triggerAll(environment);
  for (const [name, id] of ids)
    expect([name, await dueAtOf(environment, id)]).toEqual([name, WAITS[name]?.old]);
  await stop(worker);

  const next = await startWorker("bundled");
  await expect.poll(storedVersion).toBe(version);
  const moved = [...ids].filter(([name]) => name !== "quiet");
  for (const [name, id] of moved) {
    expect([name, await dueAtOf(environment, id)]).toEqual([name, WAITS[name]?.right]);
    const { old, right } = WAITS[name] as { old: string; right: string };
    const raw = { fromDate: old, untilDate: right, zone: "Europe/Berlin", version, versionBefore: "2020a" };
    expect(movesOf(await runOf(environment, id))).toEqual([raw]);
  }
  const { digest: settings } = (await runOf(environment, ids.get("digest") as string)).jobs[0];
  expect(settings.timed.untilDate).toBe(WAITS.digest?.right);
  await goTo(environment, "2026-01-10T00:00:00.000Z");
  const sent = (await sentBy(environment)).map(([name, at]) => [name, at]);
  expect(sent.toSorted()).toEqual(
    Object.entries(WAITS)
      .map(([name, { right }]) => [name, right])
      .toSorted(),
  );
  const delayed = await endOf(environment, ids.get("delay") as string);
  expect(delayed.jobs[0].status).toBe("completed");

  await stop(next);
  const again = await startWorker("bundled");
  expect(movesOf(await runOf(environment, ids.get("digest") as string))).toHaveLength(1);
  await stop(again);
});

test("waits of a version without a stored basis move, too; other waits stay", async () => {
  await api.database.query(sql`delete from zone_data`);
  const environment = await frozenAt(api, NOW);
  const worker = await startWorker(folder.path);
  const ids = await triggerAll(environment);
  await environment.given.workflow("hours", [delay(lasting(5, "hours")), inApp("hours")]);
  const other = await environment.given.trigger("hours");
  const dueBefore = await dueAtOf(environment, other);
  await stop(worker);
  await api.database.query(sql`
    update jobs j set digest = (j.digest::jsonb - 'basis')::json where j.environment_id = ${environment.id}`);
  await api.database.query(sql`delete from zone_data`);
  const next = await startWorker("bundled");
  await expect.poll(storedVersion).toBe(bundledVersion().version);
  for (const name of ["digest", "delay", "weekly"]) {
    expect([name, await dueAtOf(environment, ids.get(name) as string)]).toEqual([name, WAITS[name]?.right]);
  }
  expect(await dueAtOf(environment, other)).toBe(dueBefore);
  expect(movesOf(await runOf(environment, other))).toEqual([]);
  await stop(next);
});

test("a digest whose opener is canceled moves by what its end was computed from", async () => {
  const environment = await frozenAt(api, NOW);
  const worker = await startWorker(folder.path);
  const everyOther = { amount: 2, unit: "weeks", timed: { atTime: "09:00", weekDays: ["friday"] } };
  await environment.given.workflow("biweekly", [digest({ type: "timed", ...everyOther }), inApp("x")]);
  const first = await environment.given.trigger("biweekly", {}, { to: BERLIN });
  await goTo(environment, "2026-01-08T12:00:00.000Z");
  const second = await environment.given.trigger("biweekly", {}, { to: BERLIN });
  await environment.delete(`/v1/events/trigger/${first}`);
  expect(await dueAtOf(environment, second)).toBe("2026-01-09T00:00:00.000Z");
  await stop(worker);
  const next = await startWorker("bundled");
  await expect.poll(storedVersion).toBe(bundledVersion().version);
  expect(await dueAtOf(environment, second)).toBe("2026-01-09T08:00:00.000Z");
  await stop(next);
});

test("older zone data: the log warns, and the system and the metrics show it", async () => {
  const { log, matching } = captureLog("info");
  const worn = await startTestService({ timeZones: folder.path, metricsPort: 0 }, { log });
  try {
    const { version } = bundledVersion();
    const newer = { version, source: "bundled" };
    const used = { version: "2020a", source: "folder" };
    expect(matching("time zone data")).toEqual([expect.objectContaining(used)]);
    expect(matching(/^newer time zone data/)).toEqual([
      expect.objectContaining({ level: "warn", used, newer }),
    ]);
    const environment = await worn.newEnvironment();
    const { body } = await environment.get("/v1/system");
    expect(body.timeZones).toEqual({ version: "2020a", source: "folder", newer });
    const metrics = await scrape(worn.metricsUrl ?? "");
    expect(metrics.of("tidings_time_zones_info", { version: "2020a", source: "folder" })).toBe(1);
    expect(metrics.of("tidings_time_zones_outdated")).toBe(1);
  } finally {
    await worn.close();
  }
});
