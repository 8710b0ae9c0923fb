import { afterEach, expect, test } from "vitest";
import { runInUtc } from "../foundation/config.ts";
import { createEngine } from "./engine.ts";

const engine = createEngine("none");
const serverZone = process.env.TZ;
afterEach(() => {
  if (serverZone === undefined) delete process.env.TZ;
  else process.env.TZ = serverZone;
});

const print = (value: unknown, filter: string): string =>
  engine.parseAndRenderSync(`{{ value | ${filter} }}`, { value, now: "2026-11-28T12:00:00.000Z" });

/** Texts without an offset, and what they print as "%Y-%m-%d %H:%M". */
const TEXTS: [text: string | number, printed: string][] = [
  ["2026-03-05T12:00:00", "2026-03-05 12:00"],
  ["2026-03-05T12:00", "2026-03-05 12:00"],
  ["2026-03-05 12:00:00.123", "2026-03-05 12:00"],
  ["2026-03-05", "2026-03-05 00:00"],
  ["2026-03", "2026-03-01 00:00"],
  ["March 5, 2026", "2026-03-05 00:00"],
  ["March 5, 2026 12:00", "2026-03-05 12:00"],
  ["5 Mar 2026 1:30 PM", "2026-03-05 13:30"],
  ["2026/03/05", "2026-03-05 00:00"],
  ["3/5/2026", "2026-03-05 00:00"],
  ["3-5-2026", "2026-03-05 00:00"],
  ["Thu, 05 Mar 2026 12:00:00", "2026-03-05 12:00"],
  // With an offset, they are what they say.
  ["2026-03-05T12:00:00Z", "2026-03-05 12:00"],
  ["2026-03-05T12:00:00+01:00", "2026-03-05 11:00"],
  ["2026-03-05 12:00 -0500", "2026-03-05 17:00"],
  ["Thu, 05 Mar 2026 12:00:00 GMT", "2026-03-05 12:00"],
  ["Thu Mar 05 2026 12:00:00 GMT+0100 (CET)", "2026-03-05 11:00"],
  ["March 5, 2026 12:00 PST", "2026-03-05 20:00"],
  [1_772_712_000, "2026-03-05 12:00"],
  ["1772712000", "2026-03-05 12:00"],
  // What is no date is printed as it is.
  ["soon", "soon"],
  ["2026-02-31", "2026-02-31"],
  ["", ""],
];

test.each(["UTC", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe"])(
  "date: a time without an offset is UTC on a server whose TZ is %s",
  (zone) => {
    process.env.TZ = zone;
    const printed = TEXTS.map(([text]) => [text, print(text, 'date: "%Y-%m-%d %H:%M"')]);
    expect(printed).toEqual(TEXTS);
    expect(print("2026-03-05T12:00:00", "date_to_xmlschema")).toBe("2026-03-05T12:00:00+00:00");
    expect(print("2026-03-05T12:00:00", "date_to_rfc822")).toBe("Thu, 05 Mar 2026 12:00:00 +0000");
    expect(print("2026-03-05T00:30:00", "date_to_long_string")).toBe("05 March 2026");
    expect(print("2026-03-05T00:30:00", "date_to_string")).toBe("05 Mar 2026");
    expect(print("now", 'date: "%H:%M"')).toBe("12:00");
  },
);

test("date: a time that the clocks of the server skip is printed, because the program runs in UTC", () => {
  process.env.TZ = "America/New_York";
  runInUtc();
  expect(print("2026-03-08T02:30:00", 'date: "%Y-%m-%d %H:%M"')).toBe("2026-03-08 02:30");
  expect(new Date(2026, 2, 8, 2, 30).toISOString()).toBe("2026-03-08T02:30:00.000Z");
});

test("date: a zone has the rules of tzdata, and its usual name", () => {
  const at = (zone: string) => print("now", `date: "%H:%M %z %Z", "${zone}"`);
  expect(at("America/Vancouver")).toBe("05:00 -0700 MST");
  expect(at("Africa/Casablanca")).toBe("12:00 +0000 +00");
  expect(at("Europe/Berlin")).toBe("13:00 +0100 CET");
  expect(at("asia/kolkata")).toBe("17:30 +0530 IST");
  expect(print("now", 'date: "%H:%M %Z %%Z"')).toBe("12:00 UTC %Z");
  expect(print("now", 'date: "%H:%M", -120')).toBe("14:00");
});

test.each(["Berlin", "Etc/Unknown", "", "GMT+02:00", "+02:00", "Mars/Base", "UTC "])(
  "date: the unknown zone %j counts as UTC, and does not fail",
  (zone) => {
    const template = '{{ "now" | date: "%H:%M %Z", zone }}';
    expect(engine.parseAndRenderSync(template, { zone, now: "2026-11-28T12:00:00Z" })).toBe("12:00 UTC");
  },
);

test("date: zones of other types than text count as UTC", () => {
  const zoned = (zone: unknown) =>
    engine.parseAndRenderSync('{{ "now" | date: "%H:%M", zone }}', { zone, now: "2026-11-28T12:00:00Z" });
  for (const zone of [null, undefined, {}, [], ["Europe/Berlin"], true]) expect(zoned(zone)).toBe("12:00");
});
