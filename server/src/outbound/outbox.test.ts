import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";
import { trimOutbox } from "./trim-outbox.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tidings-outbox-"));
});
afterEach(() => rm(directory, { recursive: true }));

describe("the local outbox", () => {
  it("creates its directory; mails are readable by the owner only", async () => {
    const outbox = createOutbox(join(directory, "mail"));
    expect(await outbox.keepMail("abc", Buffer.from("hello"))).toBe("abc.eml");
    expect(await readFile(join(directory, "mail", "abc.eml"), "utf8")).toBe("hello");
    expect((await stat(join(directory, "mail", "abc.eml"))).mode & 0o777).toBe(0o600);
  });

  it("keeps one mail per key, the last one", async () => {
    const outbox = createOutbox(directory);
    await Promise.all(["1", "1", "1"].map((text) => outbox.keepMail("k:i2", Buffer.from(text))));
    await outbox.keepMail("k:i2", Buffer.from("2"));
    const names = await readdir(directory);
    expect(names).toHaveLength(1);
    expect(await readFile(join(directory, names[0] as string), "utf8")).toBe("2");
  });

  it.each(["../../etc/passwd", "..", "", ".", "a/b", "a\\b", "a\0b", "con", "x".repeat(500), "ключ"])(
    "keeps the key %j inside its directory",
    async (key) => {
      await createOutbox(directory).keepMail(key, Buffer.from("x"));
      const names = await readdir(directory);
      expect(names).toHaveLength(1);
      expect(names[0]).toMatch(/^[A-Za-z0-9_-]{0,100}(\.[0-9a-f]{16})?\.eml$/);
    },
  );

  it("gives different keys different files", async () => {
    const outbox = createOutbox(directory);
    for (const key of ["a:1", "a_1", "a.1", "a/1"]) await outbox.keepMail(key, Buffer.from(key));
    expect(await readdir(directory)).toHaveLength(4);
  });

  it("rejects and leaves no partial file when the file cannot be renamed", async () => {
    await mkdir(join(directory, "abc.eml", "in-the-way"), { recursive: true });
    await expect(createOutbox(directory).keepMail("abc", Buffer.from("x"))).rejects.toThrow("EISDIR");
    expect(await readdir(directory)).toEqual(["abc.eml"]);
  });
});

describe("trimming the local outbox", () => {
  const NOW = new Date("2026-06-30T12:00:00Z");
  const HOUR_S = 3_600;
  /** A mail of `hours` ago. */
  const mail = async (name: string, hours: number, bytes = 10) => {
    await writeFile(join(directory, name), Buffer.alloc(bytes));
    const at = NOW.getTime() / 1_000 - hours * HOUR_S;
    await utimes(join(directory, name), at, at);
  };
  const left = async () => (await readdir(directory)).sort();

  it("deletes old mails and old partial files, and no other files", async () => {
    await mail("old.eml", 49);
    await mail("half.eml.abc.part", 49);
    await mail("notes.txt", 49);
    await mail("young.eml", 47);
    expect(await trimOutbox(directory, { days: 2, megabytes: 0 }, NOW)).toBe(2);
    expect(await left()).toEqual(["notes.txt", "young.eml"]);
  });

  it("deletes the oldest mails until the others fit, and of the last hour only as many as needed", async () => {
    for (const [name, hours] of Object.entries({ a: 9, b: 8, c: 8.1, d: 3, e: 1 })) {
      await mail(`${name}.eml`, hours, 400_000);
    }
    expect(await trimOutbox(directory, { days: 0, megabytes: 1 }, NOW)).toBe(3);
    expect(await left()).toEqual(["d.eml", "e.eml"]);
    for (const name of ["f", "g", "h"]) await mail(`${name}.eml`, 2, 100_000);
    expect(await trimOutbox(directory, { days: 0, megabytes: 1 }, NOW)).toBe(1);
    expect(await left()).toEqual(["e.eml", "f.eml", "g.eml", "h.eml"]);
  });

  it("does nothing without limits, or without an outbox", async () => {
    await mail("old.eml", 100_000);
    expect(await trimOutbox(directory, { days: 0, megabytes: 0 }, NOW)).toBe(0);
    expect(await trimOutbox(join(directory, "none"), { days: 1, megabytes: 1 }, NOW)).toBe(0);
    expect(await left()).toEqual(["old.eml"]);
  });
});
