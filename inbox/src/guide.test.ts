import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The guide's page names what pages may use: attributes, events, variables and parts. */

const SOURCES = import.meta.dirname;
const guide = readFileSync(join(SOURCES, "../../docs/inbox.md"), "utf8");
const element = readFileSync(join(SOURCES, "inbox-element.ts"), "utf8");
const style = readFileSync(join(SOURCES, "style.css"), "utf8");
const parts = readdirSync(join(SOURCES, "parts"))
  .map((name) => readFileSync(join(SOURCES, "parts", name), "utf8"))
  .join("\n");

const all = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([, one = ""]) => one.split(" ")));
const missing = (names: Iterable<string>) => [...names].filter((name) => !guide.includes(`\`${name}\``));

test("guide: has every attribute and every event of the element", () => {
  const [, plain = ""] = /const PLAIN = \[(.*?)\]/s.exec(element) ?? [];
  const attributes = all(plain, /"([a-z-]+)"/g);
  expect(attributes.size).toBeGreaterThan(4);
  expect(missing([...attributes, "tabs", "open"])).toEqual([]);
  const events = all(element, /#emit\(\s*"(\w+)"/g);
  expect(events.size).toBe(3);
  expect(missing(events)).toEqual([]);
});

test("guide: has every variable of the style sheet", () => {
  const variables = all(style, /var\((--tidings-[a-z-]+)/g);
  expect(variables.size).toBeGreaterThan(10);
  expect(missing(variables)).toEqual([]);
});

test("guide: has every part, and no others", () => {
  const named = all(parts, /part: [`"]([a-z -]+)/g);
  const [, list = ""] = /^Parts: (.*?)The slot/ms.exec(guide) ?? [];
  const documented = all(list, /`([a-z-]+)`/g);
  const variants = ["item-read", "item-unread", "item-severity-high", "-medium", "-low", "-none"];
  const known = new Set([...named, ...variants, "primary", "secondary"]);
  expect(named.size).toBeGreaterThan(25);
  expect([...named].filter((name) => name && !name.endsWith("-") && !documented.has(name))).toEqual([]);
  expect([...documented].filter((name) => !known.has(name))).toEqual([]);
});
