#!/usr/bin/env bash
# date-fns-tz: the text of a moment, and the moment of a local time, depend on the time zone of the server.
#
# Expected: formatInTimeZone gives the time in the stated zone "regardless of the system time zone" (the package's README).
#   fromZonedTime takes a local time and its zone, so that the server's zone is no part of the question.
# Seen: under TZ=America/New_York, formatInTimeZone prints 02:30 UTC of 8 March 2026 as 03:30, because the clock in New York
#   skips 02:30 on that day (reported with another zone: date-fns-tz issue 258). fromZonedTime makes two different moments
#   of 02:30 on 25 October 2026 in Berlin, an hour that occurs twice: the second one under TZ=UTC, the first one under
#   TZ=America/New_York. Luxon gives the same results under both.
# Why it matters: for one hour of one day a year, a mail states an appointment an hour late, on a server in a zone with
#   summer time but not on one in UTC, and a retry on another machine sends another text. A reminder for an hour that
#   occurs twice is due at another moment on each machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts date-fns-tz@3.2.0 date-fns@4.1.0 luxon@3.7.2
cat >times.cjs <<'JS'
const { formatInTimeZone, fromZonedTime } = require("date-fns-tz");
const { DateTime } = require("luxon");
const moment = new Date("2026-03-08T02:30:00Z");
const local = "2026-10-25T02:30:00";
const times = {
  text: formatInTimeZone(moment, "UTC", "HH:mm"),
  moment: fromZonedTime(local, "Europe/Berlin").toISOString(),
  luxonText: DateTime.fromJSDate(moment).setZone("UTC").toFormat("HH:mm"),
  luxonMoment: DateTime.fromISO(local, { zone: "Europe/Berlin" }).toJSDate().toISOString(),
};
console.log(JSON.stringify(times));
JS
cat >run.cjs <<'JS'
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
for (const name of ["date-fns-tz", "date-fns", "luxon"]) {
  console.log(name, JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
/** The four results of times.cjs in a process with this time zone. */
const under = (TZ) =>
  JSON.parse(execFileSync(process.execPath, ["times.cjs"], { env: { ...process.env, TZ }, encoding: "utf8" }));
const utc = under("UTC");
const newYork = under("America/New_York");
console.table({ "TZ=UTC": utc, "TZ=America/New_York": newYork });
const textDiffers = utc.text === "02:30" && newYork.text === "03:30";
const momentDiffers = utc.moment !== newYork.moment;
const luxonIsEqual = utc.luxonText === newYork.luxonText && utc.luxonMoment === newYork.luxonMoment;
if (textDiffers && momentDiffers && luxonIsEqual) {
  console.log("As described: date-fns-tz gives other results under another TZ, luxon does not.");
} else {
  console.log("Not as described: the results of date-fns-tz do not depend on TZ, or those of luxon do.");
  process.exitCode = 1;
}
JS
node run.cjs
