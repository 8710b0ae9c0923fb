#!/usr/bin/env bash
# ical-generator and ics: a name with quotation marks is cut at the first one, and ends with a backslash.
#
# Expected: RFC 5545, section 3.1: a quoted parameter value (QSAFE-CHAR) contains no quotation mark, and has no
#   escape with a backslash. RFC 6868, section 3 gives the way to write one: ^' instead of ".
# Seen: both packages write CN="Joan \"Jo\" Doe". ical.js, which follows both RFCs, reads the name as "Joan \". The
#   same name written with ^' is read back complete.
# Why it matters: an invitation shows the name of its organizer. Names with a nickname in quotation marks are common
#   in address books, and the sender sees no error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --ignore-scripts ical-generator@10.2.0 ics@3.12.0 ical.js@2.2.1
cat >run.mjs <<'JS'
import fs from "node:fs";
import ICAL from "ical.js";
import icalGenerator from "ical-generator";
import { createEvent } from "ics";
for (const name of ["ical-generator", "ics", "ical.js"]) {
  console.log(name, JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const organizer = { name: 'Joan "Jo" Doe', email: "joan@example.com" };
const start = new Date("2026-03-02T09:00:00Z");
const end = new Date("2026-03-02T10:00:00Z");

const generated = icalGenerator({ events: [{ id: "1@example.com", stamp: start, start, end, summary: "Talk", organizer }] });
const written = createEvent({ uid: "1@example.com", start: start.getTime(), end: end.getTime(), title: "Talk", organizer });
if (written.error) throw written.error;
const files = { "ical-generator": generated.toString(), ics: written.value };
files["ical-generator, name by RFC 6868"] = files["ical-generator"].replaceAll('\\"', "^'");

const nameRead = {};
for (const [name, file] of Object.entries(files)) {
  console.log(`\n${name}\n  written:`, file.replace(/\r\n[ \t]/g, "").match(/^ORGANIZER.*$/m)[0]);
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
  nameRead[name] = event.getFirstProperty("organizer").getParameter("cn");
  console.log("  ical.js reads the name:", JSON.stringify(nameRead[name]));
}
const isCut = nameRead["ical-generator"] === "Joan \\" && nameRead.ics === "Joan \\";
if (isCut && nameRead["ical-generator, name by RFC 6868"] === organizer.name) {
  console.log("\nAs described: both packages write a name that is read only to its first quotation mark.");
} else {
  console.log("\nNot as described: the name is read as it was given, or the two packages differ.");
  process.exitCode = 1;
}
JS
node run.mjs
