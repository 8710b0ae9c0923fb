import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/test-database.ts";
import { createLog } from "../foundation/log.ts";
import { type Database, openDatabase } from "./database.ts";
import { MIGRATION_LOCK, migrate } from "./migrate.ts";

/** The applied migrations must be those of the program; otherwise it refuses to start. */

const log = createLog("silent");
const folder = mkdtempSync(join(tmpdir(), "tidings-migrations-"));
const FOLDER = pathToFileURL(`${folder}/`);
const SECOND = join(folder, "0002_preferences.sql");
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  cpSync(new URL("../../migrations", import.meta.url), folder, { recursive: true });
  const cloned = await cloneDatabase();
  drop = cloned.drop;
  database = openDatabase({ connection: { url: cloned.url }, log, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});

const checksums = () =>
  database.queryPlanned<{ name: string; checksum: string | null }>(
    sql`select name, checksum from schema_migrations order by version`,
  );

test("migrate: fills in missing checksums once; a second start changes nothing", async () => {
  await database.queryPlanned(sql`alter table schema_migrations drop column checksum`);
  expect(await migrate(database, log)).toBe(0);
  const filled = await checksums();
  expect(filled.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum ?? ""))).toBe(true);
  expect(await migrate(database, log)).toBe(0);
  expect(await checksums()).toEqual(filled);
});

test("migrate: different line ends do not change the checksum", async () => {
  const text = readFileSync(SECOND, "utf8");
  writeFileSync(SECOND, text.replaceAll("\n", "\r\n"));
  expect(await migrate(database, log, FOLDER)).toBe(0);
  writeFileSync(SECOND, text);
});

test("migrate: rejects a changed or renamed applied migration by name, and applies nothing", async () => {
  const text = readFileSync(SECOND, "utf8");
  writeFileSync(join(folder, "9000_new.sql"), "create table made_by_a_test (id integer)");
  writeFileSync(SECOND, `${text}\n-- one more word`);
  await expect(migrate(database, log, FOLDER)).rejects.toThrow(
    /^The migration 0002_preferences\.sql of this program is not the one that was applied/,
  );
  writeFileSync(SECOND, text);
  await database.queryPlanned(raw(`update schema_migrations set name = '0002_other.sql' where version = 2`));
  await expect(migrate(database, log, FOLDER)).rejects.toThrow("(0002_other.sql)");
  await database.queryPlanned(
    raw(`update schema_migrations set name = '0002_preferences.sql' where version = 2`),
  );
  expect(await database.queryPlanned(raw(`select to_regclass('made_by_a_test') as it`))).toEqual([
    { it: null },
  ]);
  expect(await migrate(database, log, FOLDER)).toBe(1);
});

test("migrate: applies a missing migration with a lower number than the newest applied one", async () => {
  await database.queryPlanned(raw(`delete from schema_migrations where version = 9000`));
  await database.queryPlanned(
    raw(`insert into schema_migrations (version, name) values (9001, '9001_later.sql')`),
  );
  await database.queryPlanned(raw(`drop table made_by_a_test`));
  writeFileSync(join(folder, "9001_later.sql"), "select 1");
  expect(await migrate(database, log, FOLDER)).toBe(1);
});

test("migrate: while another process migrates, waits for it and logs that", async () => {
  const lines: string[] = [];
  const logged = createLog("info", { write: (line) => lines.push(line) });
  let started: Promise<number> | undefined;
  await database.transaction(async (tx) => {
    await tx.queryPlanned(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`);
    started = migrate(database, logged, FOLDER);
    await expect.poll(() => lines.join()).toContain("another process migrates the database");
  });
  expect(await started).toBe(0);
});
