import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError, settingsTable } from "./config.ts";

const read = (env: Record<string, string>, flags: Record<string, string> = {}) =>
  readSettings({ env, flags });

test("settings: without any, the defaults apply", () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    role: "all",
    brand: "svc",
    dataDir: "./.tidings",
  });
});

test("settings: a flag overrides a variable, and an empty variable counts as not set", () => {
  expect(read({ PORT: "4000" }, { port: "5000" }).port).toBe(5000);
  expect(read({ PORT: "" }).port).toBe(3000);
});

test("settings: all invalid ones are listed at once", () => {
  const invalid = { PORT: "99999", HOST: "not a host", DATABASE_URL: "mysql://x", TIDINGS_ROLE: "king" };
  const readInvalid = () => read({ ...invalid, TIDINGS_API_KEY: "short", TIDINGS_BRAND: "Big Co" });
  expect(readInvalid).toThrow(SettingsError);
  for (const name of ["PORT", "HOST", "DATABASE_URL", "TIDINGS_ROLE", "TIDINGS_API_KEY", "TIDINGS_BRAND"]) {
    expect(readInvalid).toThrow(name);
  }
});

test("settings: a secret may come from a file, but not from a file and a variable", () => {
  const directory = mkdtempSync(join(tmpdir(), "tidings-settings-"));
  const file = join(directory, "url");
  writeFileSync(file, "postgres://me@db/tidings\n");
  expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe("postgres://me@db/tidings");
  expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: "postgres://x/y" })).toThrow("given twice");
  expect(() => read({ DATABASE_URL_FILE: join(directory, "none") })).toThrow("cannot be read");
  rmSync(directory, { recursive: true });
});

test("settings table: every setting is listed once, with its flag and help", () => {
  const rows = settingsTable();
  expect(new Set(rows.map((row) => row.env)).size).toBe(rows.length);
  expect(rows.every((row) => row.flag.startsWith("--") && row.help.endsWith("."))).toBe(true);
});
