import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ask, openWorkbench } from "../../../testing/embedded-servers.ts";
import { backUp, isHeld, release, restore } from "./backup.ts";

const bench = openWorkbench();
const folders: string[] = [];
afterEach(async () => {
  await bench.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  folders.push(mkdtempSync(join(tmpdir(), "backup-test-")));
  return folders.at(-1) as string;
}
const nothing = () => {};

test("backup: contains all commits before its end; a restored directory is held until released", async () => {
  const dataDirectory = bench.directory();
  const server = await bench.start(dataDirectory, { isDurable: true });
  await ask(server, "create table note as select repeat('x', 1000) as text from generate_series(1, 20000)");
  writeFileSync(join(dataDirectory, "secrets.key"), "k");
  let bytes = 0;
  const onCopied = (more: number) => {
    bytes += more;
  };
  const backup = join(newFolder(), "copy");
  const manifest = await backUp({ dataDirectory, connection: server.connection, onCopied }, backup);
  expect(bytes).toBe(manifest.bytes);
  const restored = bench.directory();
  await restore(backup, restored, nothing);
  expect(readdirSync(restored).sort()).toEqual(["postgres", "restored.json", "secrets.key"]);
  expect([isHeld(restored), await release(restored), isHeld(restored), await release(restored)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const copy = await bench.start(restored, { isDurable: true });
  expect(await ask(copy, "select count(*)::int from note")).toBe(20_000);
  expect(await ask(server, "select count(*)::int from pg_replication_slots")).toBe(0);
});

test("backup: a non-empty folder is neither overwritten nor accepted as a backup", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "note.txt"), "mine");
  const connection = { host: "/nowhere", port: 1, user: "x", database: "x" };
  const parts = { dataDirectory: folder, connection, onCopied: nothing };
  await expect(backUp(parts, folder)).rejects.toThrow(
    `The backup needs a folder of its own; ${folder} is not empty`,
  );
  await expect(restore(folder, newFolder(), nothing)).rejects.toThrow(
    "is no backup of Tidings: backup.json is missing",
  );
  const backup = newFolder();
  writeFileSync(join(backup, "backup.json"), '{"format":1,"createdAt":"2026-01-01T00:00:00.000Z","bytes":1}');
  await expect(restore(backup, folder, nothing)).rejects.toThrow(
    `restored into a new data directory; ${folder} is not empty`,
  );
  await expect(backUp(parts, join(newFolder(), "copy"))).rejects.toThrow(/ENOENT|connect/);
  expect(readdirSync(folder)).toEqual(["note.txt"]);
});
