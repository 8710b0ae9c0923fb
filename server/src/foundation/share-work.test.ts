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
