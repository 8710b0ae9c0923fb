import { beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { systemTime } from "../../foundation/clock.ts";
import { createLog } from "../../foundation/log.ts";
import { startMovingWaits } from "./move-waits.ts";
import { readZoneVersion, saveZoneVersion } from "./zone-data-store.ts";

/** `time-zone-changes.test.ts` tests the moves themselves. */

const { database } = await useTestDatabase();
const log = createLog("error");
const start = (version: string) => startMovingWaits({ database, version, log, time: systemTime });
const stored = () => readZoneVersion(database);

beforeEach(() => saveZoneVersion(database, "2026a"));

test("a process with other zone data that ends while it moves: the store names no version", async () => {
  const other = await start("2020a");
  await other.close();
  expect(await stored()).toBeUndefined();
  // So that the next start moves what the other one has left by its rules.
  const next = await start("2026a");
  await expect.poll(stored).toBe("2026a");
  await next.close();
});

test("a process with other zone data that has moved all waits: the store names its version", async () => {
  const other = await start("2020a");
  await expect.poll(stored).toBe("2020a");
  await other.close();
  expect(await stored()).toBe("2020a");
});
