import { expect, test } from "vitest";
import { shareWork } from "./share-work.ts";

test("share work: calls with one name at the same moment share it; the next one begins anew", async () => {
  const begun: string[] = [];
  const work = shareWork(async (name: string, more: string) => {
    begun.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    if (more === "fails") throw new Error("no");
    return `${name} ${more}`;
  });
  expect(await Promise.all([work("a", "1"), work("a", "2"), work("b", "3")])).toEqual(["a 1", "a 1", "b 3"]);
  expect(await work("a", "4")).toBe("a 4");
  await expect(Promise.all([work("a", "fails"), work("a", "5")])).rejects.toThrow("no");
  expect([await work("a", "6"), begun]).toEqual(["a 6", ["a", "b", "a", "a", "a"]]);
});

test("share work: a call after a change does not get the result of work that began before it", async () => {
  const answers: (() => void)[] = [];
  let value = "old";
  const work = shareWork(async (_name: string) => {
    const read = value;
    await new Promise<void>((resolve) => answers.push(resolve));
    return read;
  });
  const before = work("a");
  value = "new";
  work.outdate("a");
  const after = [work("a"), work("a")];
  expect(answers).toHaveLength(2);
  answers[0]?.();
  expect(await before).toBe("old");
  // The end of the older work does not end the newer one.
  after.push(work("a"));
  expect(answers).toHaveLength(2);
  answers[1]?.();
  expect(await Promise.all(after)).toEqual(["new", "new", "new"]);
});
