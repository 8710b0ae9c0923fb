import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { Queryable } from "./database.ts";
import { pipeline } from "./pipeline.ts";

const { database } = await useTestDatabase();
await database.query(sql`create table words (place serial primary key, word text unique)`);

const insert = (tx: Queryable, word: string) => tx.query(sql`insert into words (word) values (${word})`);
const stored = async (): Promise<string[]> =>
  (await database.query<{ word: string }>(sql`select word from words order by place`)).map(
    ({ word }) => word,
  );

test("pipeline: statements are sent before the first one is answered, and executed in their order", async () => {
  const story: string[] = [];
  await database.transaction((tx) =>
    pipeline(
      ["one", "two", "three"].map((word) => async () => {
        story.push(`${word} sent`);
        await insert(tx, word);
        story.push(`${word} answered`);
      }),
    ),
  );
  expect(story).toEqual([
    ...["one sent", "two sent", "three sent"],
    ...["one answered", "two answered", "three answered"],
  ]);
  expect(await stored()).toEqual(["one", "two", "three"]);
});

test("pipeline: the first failure is thrown, nothing is stored, and the connection goes on", async () => {
  const before = await stored();
  const failing = database.transaction((tx) =>
    pipeline([() => insert(tx, "four"), () => insert(tx, "one"), () => insert(tx, "five")]),
  );
  await expect(failing).rejects.toThrow("duplicate key");
  expect(await stored()).toEqual(before);
  await database.transaction((tx) => pipeline([() => insert(tx, "five"), () => insert(tx, "six")]));
  expect(await stored()).toEqual([...before, "five", "six"]);
});

test("pipeline: a statement that is sent after its transaction has failed is not executed", async () => {
  const before = await stored();
  let late: Promise<unknown> = Promise.resolve();
  const failing = database.transaction((tx) =>
    pipeline([
      () => insert(tx, "one"),
      async () => {
        late = failing.catch(() => insert(tx, "late"));
      },
    ]),
  );
  await expect(failing).rejects.toThrow("duplicate key");
  await expect(late).rejects.toThrow("The transaction has ended");
  expect(await stored()).toEqual(before);
});
