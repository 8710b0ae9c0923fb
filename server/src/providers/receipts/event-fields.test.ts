import { afterEach, expect, test } from "vitest";
import { timeIn } from "./event-fields.ts";

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each(["UTC", "Asia/Tokyo", "America/New_York"])(
  "the time of an event without an offset is UTC, in a process whose zone is %s",
  (zone) => {
    process.env.TZ = zone;
    for (const text of [
      "2026-08-01T11:59:58",
      "2026-08-01 11:59:58",
      "Sat, 01 Aug 2026 11:59:58",
      "Aug 1, 2026 11:59:58",
      "2026-08-01T13:59:58+02:00",
      "2026-08-01 11:59:58.000+00",
      "2026-08-01T11:59:58.0000000Z",
      "Sat, 01 Aug 2026 13:59:58 +0200",
      "Sat, 01 Aug 2026 13:59:58 +0200 (CEST)",
      "Sat, 01 Aug 2026 11:59:58 GMT",
    ]) {
      expect([text, timeIn(text)?.toISOString()]).toEqual([text, "2026-08-01T11:59:58.000Z"]);
    }
    expect(timeIn("2026-08-01")?.toISOString()).toBe("2026-08-01T00:00:00.000Z");
    for (const text of [undefined, "", "soon", "1999-01-01T00:00:00Z"]) expect(timeIn(text)).toBeUndefined();
  },
);
