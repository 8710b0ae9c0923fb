import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ask, copyPackageWithoutLinks, openWorkbench } from "../../../testing/embedded-servers.ts";
import { serverSettings } from "./settings.ts";

const bench = openWorkbench();
afterEach(() => bench.clear());
const isRoot = process.getuid?.() === 0;

test("embedded: a path too long for a socket is reached by a symlink, removed with the server", async () => {
  const directory = join(bench.directory(), "d".repeat(60), "e".repeat(60));
  const server = await bench.start(directory);
  expect(server.connection.host.startsWith(join(tmpdir(), "tidings-"))).toBe(true);
  expect(await ask(server, "select 1")).toBe(1);
  await server.stop();
  expect(existsSync(server.connection.host)).toBe(false);
});

test("embedded: missing library links are created at the first start", async () => {
  const directory = bench.directory();
  const { root, links } = copyPackageWithoutLinks(join(directory, "package"));
  const server = await bench.start(join(directory, "data"), { internals: { binaries: root } });
  expect(links.every((link) => existsSync(link))).toBe(true);
  await server.stop();
});

test("embedded: loopback requires a password, which a second start reuses", async () => {
  const directory = bench.directory();
  const options = { internals: { isLoopback: true } };
  await (await bench.start(directory, options)).stop();
  const server = await bench.start(directory, options);
  expect(server.connection).toMatchObject({ host: "127.0.0.1", password: expect.stringMatching(/^.{32}$/) });
  expect(await ask(server, "show listen_addresses")).toBe("127.0.0.1");
  const { password: _, ...withoutPassword } = server.connection;
  await expect(ask({ connection: { ...withoutPassword, password: "guess" } }, "select 1")).rejects.toThrow(
    "password",
  );
  await server.stop();
});

test("serverSettings: buffers depend on the memory of the machine", () => {
  const buffersFor = (megabytes: number) =>
    serverSettings({ isDurable: true, maxConnections: 60 }, megabytes * 1024 * 1024)[2];
  expect(buffersFor(256)).toBe("shared_buffers=16MB");
  expect(buffersFor(2048)).toBe("shared_buffers=64MB");
  expect(buffersFor(65536)).toBe("shared_buffers=512MB");
});

describe.runIf(isRoot)("as root", () => {
  test("the server works below a directory of root, and its files stay root's", async () => {
    const directory = bench.directory();
    chmodSync(directory, 0o700);
    const server = await bench.start(directory);
    expect(await ask(server, "select 1")).toBe(1);
    expect(statSync(server.connection.host).uid).toBe(0);
  });

  test("without namespaces another user runs a copy of the programs, also below root's directory", async () => {
    const directory = bench.directory();
    const { root } = copyPackageWithoutLinks(join(directory, "package"));
    const data = join(directory, "data");
    const options = { internals: { binaries: root, isNamespaceRefused: true } };
    const server = await bench.start(data, options);
    expect(await ask(server, "select 1")).toBe(1);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(65534);
    await server.stop();
    const again = await bench.start(data, options);
    expect(await ask(again, "select 1")).toBe(1);
    await again.stop();
  });

  test("data created in a namespace can be used later without namespaces", async () => {
    const directory = bench.directory();
    const first = await bench.start(directory);
    await ask(first, "create table note as select 'kept' as text");
    await first.stop();
    const second = await bench.start(directory, { internals: { isNamespaceRefused: true } });
    expect(await ask(second, "select text from note")).toBe("kept");
    expect(statSync(second.connection.host).uid).toBe(65534);
  });

  test("with a directory of another user the server runs as that user, even without a user name", async () => {
    const directory = bench.directory();
    spawnSync("chown", ["1234:1234", directory]);
    const server = await bench.start(directory);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(1234);
    expect(readdirSync(directory).sort()).toEqual(["postgres", "postgres.log"]);
  });

  test("programs on a read-only file system are copied and completed", async () => {
    const directory = bench.directory();
    const { root } = copyPackageWithoutLinks(join(directory, "package"));
    mkdirSync(join(directory, "data"));
    const isMounted = spawnSync("mount", ["--bind", "-o", "ro", root, root]).status === 0;
    try {
      if (isMounted) spawnSync("mount", ["-o", "remount,bind,ro", root]);
      const server = await bench.start(join(directory, "data"), { internals: { binaries: root } });
      expect(await ask(server, "select 1")).toBe(1);
      expect(existsSync(join(directory, "data", "postgres-binaries-18.4"))).toBe(isMounted);
      await server.stop();
    } finally {
      if (isMounted) spawnSync("umount", [root]);
    }
  });
});
