import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Checks the layers of the dashboard: which folder is on which layer, and what has only one home. */

const SRC = import.meta.dirname;
/** `timeline` shows what happened on pages of several nouns. Every other folder is a noun: the screens of one thing. */
const LAYER_OF: Record<string, number> = { styles: 0, components: 1, app: 2, timeline: 3 };
const NOUN = 4;
const SCREENS = 5;
const BANNED_FOLDERS = ["utils", "common", "shared", "helpers", "types", "services"];

type Source = { path: string; text: string; imports: string[] };

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(?:tsx?|css)$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    const from = [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map(([, one = ""]) => one);
    return { path, text, imports: from.map((one) => normalize(join(dirname(path), one))) };
  });
const code = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path));

const folderOf = (path: string): string => (path.includes("/") ? (path.split("/")[0] ?? "") : "");
const layerOf = (path: string): number => (path.includes("/") ? (LAYER_OF[folderOf(path)] ?? NOUN) : SCREENS);

const broken = (rule: (source: Source) => string[]): string[] =>
  code.flatMap((source) => rule(source).map((why) => `${source.path}: ${why}`));

/** Files that have the pattern outside its home. */
const outside = (home: RegExp, pattern: RegExp): string[] =>
  broken(({ path, text }) => (!home.test(path) && pattern.test(text) ? [String(pattern)] : []));

test("imports go to the same layer or a lower one", () => {
  const upward = broken(({ path, imports }) =>
    imports.filter((target) => layerOf(target) > layerOf(path)).map((target) => `imports ${target}`),
  );
  expect(code.length).toBeGreaterThan(50);
  expect(upward).toEqual([]);
});

test("a noun reaches another one only by a link", () => {
  const across = broken(({ path, imports }) =>
    layerOf(path) === NOUN
      ? imports.filter((target) => layerOf(target) === NOUN && folderOf(target) !== folderOf(path))
      : [],
  );
  expect(across).toEqual([]);
});

test("there are no import cycles", () => {
  const edges = new Map(code.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(" → ")];
    if (done.has(path)) return [];
    const cycles = (edges.get(path) ?? []).flatMap((next) => walk(next, [...trail, path]));
    done.add(path);
    return cycles;
  };
  expect([...edges.keys()].flatMap((path) => walk(path, []))).toEqual([]);
});

test("fetch, streams, storage, the clock and colors each have one home", () => {
  expect(outside(/^app\/service\.ts$/, /\bfetch\(|XMLHttpRequest|sendBeacon/)).toEqual([]);
  expect(outside(/^app\/live\.ts$/, /\bEventSource\b/)).toEqual([]);
  expect(outside(/^app\/storage\.ts$/, /\b(?:local|session)Storage\b|\bindexedDB\b/)).toEqual([]);
  expect(outside(/^app\/clock\.tsx$/, /\bDate\.now\(|\bnew Date\(\)/)).toEqual([]);
  expect(outside(/^styles\/tokens\.css$/, /#(?:[0-9a-fA-F]{3,4}){1,2}\b(?=[\s;,)"'])/)).toEqual([]);
});

test("nothing of a message becomes HTML of the page", () => {
  const html =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|srcDoc|\beval\(/;
  expect(outside(/^$/, html)).toEqual([]);
});

test("files and folders keep to the house rules", () => {
  expect(broken(({ text }) => (text.split("\n").length > 201 ? ["more than 200 lines"] : []))).toEqual([]);
  expect(broken(({ path }) => path.split("/").filter((part) => BANNED_FOLDERS.includes(part)))).toEqual([]);
});
