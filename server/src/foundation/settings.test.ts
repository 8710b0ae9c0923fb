import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError, settingsTable } from "./config.ts";

const read = (env: Record<string, string>, flags: Record<string, string> = {}) =>
  readSettings({ env, flags });

test("without any setting the defaults work", () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    role: "all",
    brand: "svc",
    dataDir: "./.tidings",
  });
});

test("a flag beats a variable, and an empty variable counts as not set", () => {
  expect(read({ PORT: "4000" }, { port: "5000" }).port).toBe(5000);
  expect(read({ PORT: "" }).port).toBe(3000);
});

test("nonsense is refused, all problems at once", () => {
  const nonsense = { PORT: "99999", HOST: "not a host", DATABASE_URL: "mysql://x", TIDINGS_ROLE: "king" };
  const told = () => read({ ...nonsense, TIDINGS_API_KEY: "short", TIDINGS_BRAND: "Big Co" });
  expect(told).toThrow(SettingsError);
  for (const name of ["PORT", "HOST", "DATABASE_URL", "TIDINGS_ROLE", "TIDINGS_API_KEY", "TIDINGS_BRAND"]) {
    expect(told).toThrow(name);
  }
});

test("a secret may come from a file, but not from two places", () => {
  const directory = mkdtempSync(join(tmpdir(), "tidings-settings-"));
  const file = join(directory, "url");
  writeFileSync(file, "postgres://me@db/tidings\n");
  expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe("postgres://me@db/tidings");
  expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: "postgres://x/y" })).toThrow("given twice");
  expect(() => read({ DATABASE_URL_FILE: join(directory, "none") })).toThrow("cannot be read");
  rmSync(directory, { recursive: true });
});

test("the table tells every setting once, with its flag", () => {
  const rows = settingsTable();
  expect(new Set(rows.map((row) => row.env)).size).toBe(rows.length);
  expect(rows.every((row) => row.flag.startsWith("--") && row.help.endsWith("."))).toBe(true);
});
