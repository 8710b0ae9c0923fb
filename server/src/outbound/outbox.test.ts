import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tidings-outbox-"));
});
afterEach(() => rm(directory, { recursive: true }));

describe("the local outbox", () => {
  it("keeps a mail for its owner's eyes and makes its directory", async () => {
    const outbox = createOutbox(join(directory, "mail"));
    expect(await outbox.keepMail("abc", Buffer.from("hello"))).toBe("abc.eml");
    expect(await readFile(join(directory, "mail", "abc.eml"), "utf8")).toBe("hello");
    expect((await stat(join(directory, "mail", "abc.eml"))).mode & 0o777).toBe(0o600);
  });

  it("keeps one mail a key, the last one", async () => {
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

  it("fails aloud and leaves nothing half-written when the file cannot be put in place", async () => {
    await mkdir(join(directory, "abc.eml", "in-the-way"), { recursive: true });
    await expect(createOutbox(directory).keepMail("abc", Buffer.from("x"))).rejects.toThrow();
    expect(await readdir(directory)).toEqual(["abc.eml"]);
  });
});
