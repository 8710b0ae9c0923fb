import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { expect, inject, test } from "vitest";
import { withClient, withDatabase } from "../../testing/cluster.ts";
import { createStoppedTime } from "../../testing/movable-time.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { makeZoneFolder } from "../../testing/zone-folder.ts";
import { bundledVersion } from "../calendar/zones/zone-files.ts";
import { systemTime } from "../foundation/clock.ts";
import { databaseFindings } from "./doctor-database.ts";
import { diskFinding, zoneFinding } from "./doctor-machine.ts";
import { type Finding, findingLine } from "./finding.ts";

/** `process-doctor.test.ts` runs the command itself, and with the embedded database. */

const { database, url } = await useTestDatabase();
const examine = (databaseUrl = url, time = systemTime) =>
  databaseFindings({ databaseUrl, dataDir: "/nowhere" }, time);
const statusesOf = (findings: readonly Finding[]) => findings.map(({ name, status }) => [name, status]);
const found = async (name: string, findings: Promise<Finding[]>) =>
  (await findings).find((one) => one.name === name);

test("a database that is as it should be: four checks are ok", async () => {
  const findings = await examine();
  expect(statusesOf(findings)).toEqual([
    ["database", "ok"],
    ["migrations", "ok"],
    ["connections", "ok"],
    ["clock", "ok"],
  ]);
  expect(findings.map(findingLine)[0]).toMatch(
    /^ok {7}database {5}PostgreSQL \d+\.\d+.* answers; its encoding is UTF8$/,
  );
});

test("pending migrations are named and not applied; those of a newer program are an error", async () => {
  const [last] = await database.query<{ version: number; name: string }>(sql`
    delete from schema_migrations where version = (select max(version) from schema_migrations)
    returning version, name`);
  const name = last?.name.replace(".sql", "");
  expect(await found("migrations", examine())).toMatchObject({
    status: "warning",
    says: expect.stringContaining(`1 are pending (${name})`),
    advice: expect.stringContaining("tidings migrate"),
  });
  const newest = sql`select max(version) as newest from schema_migrations`;
  const [{ newest: version } = { newest: 0 }] = await database.query<{ newest: number }>(newest);
  expect(version).toBeLessThan(last?.version ?? 0);
  await database.query(sql`
    insert into schema_migrations (version, name) values (${last?.version}, ${last?.name}), (9999, '9999_later.sql')`);
  expect(await found("migrations", examine())).toMatchObject({
    status: "error",
    says: expect.stringContaining("9999_later by a newer Tidings"),
  });
  await database.query(sql`delete from schema_migrations where version = 9999`);
});

test("an empty database, in another encoding: an error, and it stays empty", async () => {
  const name = `tidings_doctor_${process.pid}`;
  const clusterUrl = inject("clusterUrl");
  await withClient(clusterUrl, (client) =>
    client.query(
      `create database ${name} encoding 'SQL_ASCII' locale_provider 'libc' locale 'C' template template0`,
    ),
  );
  try {
    const empty = withDatabase(clusterUrl, name);
    const findings = await examine(empty);
    expect(statusesOf(findings).slice(0, 2)).toEqual([
      ["database", "error"],
      ["migrations", "warning"],
    ]);
    expect(findings[0]?.says).toContain("its encoding is SQL_ASCII");
    const tables = "select count(*)::integer as count from pg_tables where schemaname = 'public'";
    expect((await withClient(empty, (client) => client.query(tables))).rows).toEqual([{ count: 0 }]);
  } finally {
    await withClient(clusterUrl, (client) => client.query(`drop database ${name} with (force)`));
  }
});

test("a database that does not answer: one error that names it without its password", async () => {
  const findings = await examine("postgres://me:hidden@127.0.0.1:1/tidings");
  expect(statusesOf(findings)).toEqual([["database", "error"]]);
  expect(JSON.stringify(findings)).toContain("PostgreSQL at 127.0.0.1:1/tidings");
  expect(JSON.stringify(findings)).not.toContain("hidden");
});

test("a wrong clock of this machine is an error", async () => {
  const past = createStoppedTime(new Date("2020-01-01T00:00:00Z"));
  const finding = await found("clock", examine(url, past));
  expect(finding).toMatchObject({
    status: "error",
    says: expect.stringMatching(/s ahead of this machine's$/),
  });
});

test("zone data with newer ones beside them: a warning that names both", () => {
  const folder = makeZoneFolder({ version: "2020a" });
  try {
    const finding = zoneFinding(folder.path);
    expect(finding.status).toBe("warning");
    expect(finding.says).toMatch(
      /^the rules are those of tzdata 2020a \(folder\), and 20\d\d\w \(\w+\) is beside/,
    );
  } finally {
    folder.remove();
  }
  expect(zoneFinding("auto").status).toBe("ok");
  expect(zoneFinding("bundled").says).toContain(`${bundledVersion().version} (bundled)`);
});

test("disk: the first existing directory above one that is not there yet", async () => {
  const directory = mkdtempSync(join(tmpdir(), "tidings-doctor-"));
  try {
    const { name, says } = await diskFinding(join(directory, "a", "b"));
    expect([name, says]).toEqual(["disk", expect.stringMatching(new RegExp(` are free in ${directory}$`))]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
