#!/usr/bin/env bash
# ical-generator: a link with a comma or semicolon gets backslashes and leads to another page.
#
# Expected: RFC 5545, section 3.3.13: a value of type URI is written as it is; the escapes \, and \; of section 3.3.11
#   belong to the type TEXT only. RFC 3986, section 2.2 allows both characters in a path and a query.
# Seen: ical-generator writes URL;VALUE=URI:https://example.com/map/@48.1\,11.5 (and \; for a semicolon). ical.js, which
#   follows the RFC, gives the link with the backslashes. URL parsers read a backslash as a slash (WHATWG URL standard,
#   path state), so the browser asks for /map/@48.1/,11.5. ics writes the same link unchanged.
# Why it matters: the link of an event is the one that the recipient opens: a map, a meeting room, a page to confirm.
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
const url = "https://example.com/map/@48.1,11.5;zoom=3";
const start = new Date("2026-03-02T09:00:00Z");
const end = new Date("2026-03-02T10:00:00Z");
const generated = icalGenerator({ events: [{ id: "1@example.com", stamp: start, start, end, summary: "Talk", url }] });
const written = createEvent({ uid: "1@example.com", start: start.getTime(), end: end.getTime(), title: "Talk", url });
if (written.error) throw written.error;

/** The link that ical.js reads from the file. */
function linkIn(name, file) {
  console.log(`\n${name}\n  written:`, file.replace(/\r\n[ \t]/g, "").match(/^URL.*$/m)[0]);
  const link = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent").getFirstPropertyValue("url");
  console.log("  ical.js reads:", link, "\n  a browser asks for:", new URL(link).pathname);
  return link;
}
const escaped = linkIn("ical-generator", generated.toString());
const unchanged = linkIn("ics", written.value);
if (escaped !== url && new URL(escaped).pathname === "/map/@48.1/,11.5/;zoom=3" && unchanged === url) {
  console.log("\nAs described: the link of ical-generator leads to another path.");
} else {
  console.log("\nNot as described: the link is written as it was given.");
  process.exitCode = 1;
}
JS
node run.mjs
