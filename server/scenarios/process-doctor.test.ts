import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTestMachines } from "../testing/test-process.ts";

/** `tidings doctor` before the first start, beside a running server, and after it. */

const newMachine = useTestMachines();

const linesOf = (stdout: string) =>
  Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => {
        const [, status, name, says] = /^(ok|warning|error) +([\w-]+) +(.+)$/.exec(line) ?? [];
        return [name, [status, says]];
      }),
  );

test("doctor: creates nothing, says what uses the database, and changes nothing", async () => {
  const machine = await newMachine();
  const doctor = (...flags: string[]) => machine.run(["doctor", ...flags]);
  const before = await doctor();
  expect([before.code, before.stderr]).toEqual([0, ""]);
  expect(linesOf(before.stdout)).toMatchObject({
    settings: ["ok", expect.stringContaining(machine.dataDirectory)],
    database: ["warning", expect.stringMatching(/^there is none in .+ yet; `tidings serve` creates it/)],
    "time-zones": ["ok", expect.stringMatching(/tzdata 20\d\d\w/)],
  });
  expect(existsSync(join(machine.dataDirectory, "postgres"))).toBe(false);

  const server = await machine.serve();
  const beside = await doctor();
  expect([beside.code, beside.stderr]).toEqual([0, ""]);
  const { database, migrations } = linesOf(beside.stdout);
  expect(database).toEqual([
    "ok",
    expect.stringContaining(`in use by a running service (tidings instance, process ${server.pid})`),
  ]);
  expect(migrations).toEqual(["ok", expect.stringContaining("none is pending")]);
  expect((await server.caller().get("/v1/environments/me")).status).toBe(200);
  await server.end("SIGTERM");

  const files = readdirSync(machine.dataDirectory).sort();
  const after = await doctor("--json");
  expect([after.code, after.stderr]).toEqual([0, ""]);
  const { findings } = JSON.parse(after.stdout);
  expect(findings.map(({ name }: any) => name)).toEqual([
    "settings",
    "database",
    "migrations",
    "connections",
    "clock",
    "time-zones",
    "disk",
  ]);
  expect(findings[1].says).toContain("started for this check");
  expect(readdirSync(machine.dataDirectory).sort()).toEqual(files);
  expect(machine.leftovers()).toEqual([]);
});

test("doctor: an error is a line with what to do, and the exit code 1", async () => {
  const machine = await newMachine();
  const wrong = await machine.run(["doctor", "--port", "many", "--log-level", "loud"]);
  expect([wrong.code, wrong.stderr]).toEqual([1, ""]);
  expect(wrong.stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^error +settings +PORT .+; see `tidings serve --help`/),
    expect.stringMatching(/^error +settings +LOG_LEVEL /),
  ]);
  const away = await machine.run(["doctor", "--database-url", "postgres://me:hidden@127.0.0.1:1/tidings"]);
  expect(away.code).toBe(1);
  expect(linesOf(away.stdout).database).toEqual([
    "error",
    expect.stringMatching(
      /^PostgreSQL at 127\.0\.0\.1:1\/tidings cannot be examined: .+; check DATABASE_URL/,
    ),
  ]);
  expect(away.stdout).not.toContain("hidden");
  const help = await machine.run(["doctor", "--help"]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("\nExamples:\n  tidings doctor\n")]);
  expect(await machine.run(["doctor", "now"])).toMatchObject({ code: 2, stdout: "" });
});
