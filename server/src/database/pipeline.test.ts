import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { Queryable } from "./database.ts";
import { pipeline } from "./pipeline.ts";

const { database } = await useTestDatabase();
await database.query(sql`create table words (place serial primary key, word text unique)`);

const insert = (word: string) => sql`insert into words (word) values (${word})`;
const stored = async (): Promise<string[]> =>
  (await database.query<{ word: string }>(sql`select word from words order by place`)).map(
    ({ word }) => word,
  );

test("pipeline: statements are sent before the first one is answered, and executed in their order", async () => {
  const story: string[] = [];
  await database.transaction((tx) => {
    const watched: Queryable = {
      ...tx,
      query: async (statement) => {
        story.push(`${statement.values[0]} sent`);
        const rows = await tx.query(statement);
        story.push(`${statement.values[0]} answered`);
        return rows as never;
      },
    };
    return pipeline(watched, ["one", "two", "three"].map(insert));
  });
  expect(story).toEqual([
    ...["one sent", "two sent", "three sent"],
    ...["one answered", "two answered", "three answered"],
  ]);
  expect(await stored()).toEqual(["one", "two", "three"]);
});

test("pipeline: the first failure is thrown, nothing is stored, and the connection goes on", async () => {
  const before = await stored();
  const failing = database.transaction((tx) => pipeline(tx, ["four", "one", "five"].map(insert)));
  await expect(failing).rejects.toThrow("duplicate key");
  expect(await stored()).toEqual(before);
  await database.transaction((tx) => pipeline(tx, ["five", "six"].map(insert)));
  expect(await stored()).toEqual([...before, "five", "six"]);
});

test("pipeline: a statement that is sent after its transaction has failed is not executed", async () => {
  const before = await stored();
  let late: Promise<unknown> = Promise.resolve();
  const failing = database.transaction(async (tx) => {
    late = failing.catch(() => tx.query(insert("late")));
    await pipeline(tx, [insert("one")]);
  });
  await expect(failing).rejects.toThrow("duplicate key");
  await expect(late).rejects.toThrow("The transaction has ended");
  expect(await stored()).toEqual(before);
});
