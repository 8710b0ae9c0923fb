#!/usr/bin/env bash
# cron-parser: around a clock change of half an hour, `0 * * * *` throws and a daily time is skipped.
#
# Expected: cron-parser's README (section "Timezone Support") says that it handles changes of the clock correctly.
#   Australia/Lord_Howe moves its clock by 30 minutes. On 5 April 2026, 02:00 local time becomes 01:30; on
#   4 October 2026, 02:00 becomes 02:30. Every full hour exists on both days. A daily time inside a skipped hour
#   runs at its end or after it: cron-parser itself does that in Europe/Berlin (02:30 runs at 03:30).
# Seen: after 01:00 on 5 April, next() of the valid expression `0 * * * *` throws "loop limit exceeded", each time
#   it is called. `15 2 * * *` does not run at all on 4 October, and `*/15 * * * *` omits 02:30 and 02:45 of that
#   day, which exist. croner, with the same expressions, gives every one of these times.
# Why it matters: a scheduler that asks for the next time gets an error for an expression that it validated, and
#   every later notification of that schedule is missing. Code that was tested with changes of an hour does not show it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts cron-parser@5.10.6 luxon@3.7.2 croner@11.0.1
cat >run.cjs <<'JS'
const fs = require("node:fs");
const { CronExpressionParser } = require("cron-parser");
const { Cron } = require("croner");
for (const name of ["cron-parser", "luxon", "croner"]) {
  console.log(name, JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
console.log("zone data of Node:", process.versions.tz);

const localTime = (zone, date) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(date);

/** The next four times after `start` in both packages, in local time, or the error instead of a time. */
function compare(expression, zone, start) {
  const iterator = CronExpressionParser.parse(expression, { tz: zone, currentDate: new Date(start) });
  const parsed = [1, 2, 3, 4].map(() => {
    try {
      return localTime(zone, iterator.next().toDate());
    } catch (error) {
      return `Error: ${error.message}`;
    }
  });
  const cron = new Cron(expression, { timezone: zone, paused: true });
  const reference = cron.nextRuns(4, new Date(start)).map((date) => localTime(zone, date));
  console.log(`\n${expression} in ${zone}\n  cron-parser`, parsed, "\n  croner     ", reference);
  return { parsed, reference };
}

const hourly = compare("0 * * * *", "Australia/Lord_Howe", "2026-04-04T13:30:00Z");
const daily = compare("15 2 * * *", "Australia/Lord_Howe", "2026-10-02T12:00:00Z");
const quarters = compare("*/15 * * * *", "Australia/Lord_Howe", "2026-10-03T15:00:00Z");
const control = compare("30 2 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z");

const throws = hourly.parsed.slice(1).every((time) => time.includes("loop limit exceeded"));
const skipsDay = !daily.parsed.some((time) => time.startsWith("2026-10-04"));
const omits = !quarters.parsed.includes("2026-10-04 02:30") && quarters.reference.includes("2026-10-04 02:30");
const controlRuns = control.parsed.includes("2026-03-29 03:30");
if (throws && skipsDay && omits && controlRuns) {
  console.log("\nAs described: the hourly expression throws, the daily one skips a day, two quarters are omitted.");
} else {
  console.log("\nNot as described: cron-parser gives the times around a clock change of half an hour.");
  process.exitCode = 1;
}
JS
node run.cjs
