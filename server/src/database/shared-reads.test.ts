import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Queryable } from "./database.ts";
import { shareReads } from "./shared-reads.ts";

const database = {} as Queryable;

/** Records "a" to "y" exist; the test ends the reads by hand, the oldest first. */
function openReading({ maxTogether }: { maxTogether: number }) {
  const reads: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const read = shareReads<string>((_database, environmentId, ids) => {
    reads.push(`${environmentId}: ${ids.join(" ")}`);
    const found = new Map(ids.filter((id) => id < "z").map((id) => [id, `${id} of ${environmentId}`]));
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(found))));
  }, maxTogether);
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await turn();
  };
  return { reads, end, read: (environmentId: string, id: string) => read(database, environmentId, id) };
}

test("shared reads: calls of one moment share a read, up to the maximum, and each gets its own record", async () => {
  const { reads, end, read } = openReading({ maxTogether: 3 });
  const found = Promise.all(["a", "b", "z", "c", "a"].map((id) => read("one", id)));
  await turn();
  expect(reads).toEqual(["one: a b z"]);
  await end();
  expect(reads).toEqual(["one: a b z", "one: c a"]);
  await end();
  expect(await found).toEqual(["a of one", "b of one", undefined, "c of one", "a of one"]);
});

test("shared reads: two calls for the same record name it once", async () => {
  const { reads, end, read } = openReading({ maxTogether: 3 });
  const found = Promise.all([read("one", "a"), read("one", "a")]);
  await turn();
  await end();
  expect(reads).toEqual(["one: a"]);
  expect(await found).toEqual(["a of one", "a of one"]);
});

test("shared reads: environments share nothing and do not wait for each other", async () => {
  const { reads, end, read } = openReading({ maxTogether: 1 });
  const slow = ["a", "b", "c"].map((id) => read("one", id));
  await turn();
  const other = read("two", "a");
  await turn();
  expect(reads).toContain("two: a");
  for (const _ of [1, 2, 3, 4]) await end();
  expect(await other).toBe("a of two");
  expect(await Promise.all(slow)).toEqual(["a of one", "b of one", "c of one"]);
});

test("shared reads: a failure rejects the calls of its read, and no others", async () => {
  const { end, read } = openReading({ maxTogether: 2 });
  const results = Promise.allSettled(["a", "b", "c"].map((id) => read("one", id)));
  await turn();
  await end(new Error("refused"));
  await end();
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  const later = read("one", "a");
  await turn();
  await end();
  expect(await later).toBe("a of one");
});
