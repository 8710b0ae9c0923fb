import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ask, openWorkbench } from "../../../testing/embedded-servers.ts";
import { createLog } from "../../foundation/log.ts";
import { findBinaries } from "./binaries.ts";
import { attachEmbedded } from "./embedded.ts";

const bench = openWorkbench();
afterEach(() => bench.clear());

test("embedded: a second instance is refused at once and names the first, which keeps running", async () => {
  const directory = bench.directory();
  const { child, ready } = bench.startInChild(directory);
  const serverPid = await ready;
  const found = await attachEmbedded(directory, createLog("silent"));
  const transactions = async () =>
    Number(
      found && (await ask(found, "select xact_commit from pg_stat_database where datname = 'postgres'")),
    );
  const before = await transactions();
  await expect(bench.start(directory)).rejects.toThrow(
    `The data directory ${directory} is in use by another instance (tidings instance, process ${child.pid}); ` +
      "stop that one, or choose another directory with TIDINGS_DATA_DIR.",
  );
  // At once: to connect, to try the lock and to find its holder. Each further try would be two more, 50 times.
  await expect.poll(transactions).toBeGreaterThan(before);
  expect((await transactions()) - before).toBeLessThan(10);
  expect(child.exitCode).toBeNull();
  expect(() => process.kill(serverPid, 0)).not.toThrow();
});

test("embedded: a second instance with other settings does not restart the first one's server", async () => {
  const first = await bench.start(bench.directory());
  const directory = join(first.connection.host, "..");
  await expect(bench.start(directory, { isDurable: true })).rejects.toThrow("in use by another instance");
  expect(await ask(first, "show fsync")).toBe("off");
});

test("embedded: data of another major version is refused and not changed", async () => {
  const directory = bench.directory();
  mkdirSync(join(directory, "postgres"), { mode: 0o700 });
  writeFileSync(join(directory, "postgres", "PG_VERSION"), "16\n");
  await expect(bench.start(directory)).rejects.toThrow(/was made by PostgreSQL 16, this build brings 18/);
  expect(readdirSync(directory)).toEqual(["postgres"]);
  expect(readFileSync(join(directory, "postgres", "PG_VERSION"), "utf8")).toBe("16\n");
});

test("embedded: a folder with other files is not overwritten", async () => {
  const directory = bench.directory();
  mkdirSync(join(directory, "postgres"));
  writeFileSync(join(directory, "postgres", "letters.txt"), "dear");
  await expect(bench.start(directory)).rejects.toThrow(/holds files but no PostgreSQL cluster/);
  expect(readdirSync(join(directory, "postgres"))).toEqual(["letters.txt"]);
});

test("embedded: a data directory that is a file is refused", async () => {
  const file = join(bench.directory(), "file");
  writeFileSync(file, "");
  await expect(bench.start(file)).rejects.toThrow(`The data directory ${file} is not a directory;`);
  await expect(bench.start(join(file, "below"))).rejects.toThrow("is not a directory;");
});

test.skipIf(process.getuid?.() === 0)(
  "embedded: a data directory without write permission is refused",
  async () => {
    const directory = bench.directory();
    chmodSync(directory, 0o500);
    await expect(bench.start(directory)).rejects.toThrow("cannot be written (EACCES);");
  },
);

test("embedded: programs that cannot be executed give an error that names DATABASE_URL", async () => {
  const directory = bench.directory();
  const root = join(directory, "package");
  mkdirSync(join(root, "native/bin"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"version":"18.4.0-beta.17"}');
  for (const program of ["initdb", "postgres"])
    writeFileSync(join(root, "native/bin", program), "#!/lib/ld-musl-x86_64.so.1\n", { mode: 0o755 });
  const options = { internals: { binaries: root } };
  await expect(bench.start(join(directory, "data"), options)).rejects.toThrow(
    /cannot be used here: .*another C library.*; set DATABASE_URL to a PostgreSQL 15 or newer/,
  );
});

test("findBinaries: the version is that of the package", () => {
  expect(findBinaries().version).toMatch(/^18\.\d+$/);
});
