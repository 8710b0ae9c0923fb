import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { executeAsOne } from "./one-statement.ts";

const { database } = await useTestDatabase();
await database.query(sql`create table owners (name text primary key)`);
await database.query(sql`create table words (word text unique, owner text references owners)`);

const owner = (name: string) =>
  sql`insert into owners values (${name}) on conflict do nothing returning name`;
const word = (text: string, of: string) => sql`insert into words select ${text}, ${of}`;
const hold = (name: string) => sql`select name from owners where name = ${name} order by name for key share`;
const stored = async () =>
  (await database.query<{ word: string }>(sql`select word from words order by word`)).map(({ word }) => word);

test("executeAsOne: all parts are stored, also rows that refer to those of another part", async () => {
  const before = database.statementCount;
  const parts = [{ statement: owner("ada"), rows: 1 }, { statement: word("one", "ada") }];
  expect(await executeAsOne(database, parts)).toBe(true);
  expect(database.statementCount - before).toBe(1);
  expect(await stored()).toEqual(["one"]);
});

test("executeAsOne: a part that returns another number of rows than it must: nothing is stored", async () => {
  const again = [{ statement: owner("ada"), rows: 1 }, { statement: word("two", "ada") }];
  expect(await executeAsOne(database, again)).toBe(false);
  const missing = [{ statement: hold("eve"), rows: 1 }, { statement: word("two", "ada") }];
  expect(await executeAsOne(database, missing)).toBe(false);
  expect(await stored()).toEqual(["one"]);
});

test("executeAsOne: a part that the database refuses: nothing is stored, and the error is thrown", async () => {
  const parts = [{ statement: owner("eve"), rows: 1 }, { statement: word("one", "eve") }];
  await expect(executeAsOne(database, parts)).rejects.toThrow("duplicate key");
  expect(await database.query(sql`select name from owners where name = 'eve'`)).toEqual([]);
});

test("executeAsOne: a row that is held can be deleted only when the statement is committed", async () => {
  await database.query(owner("bob"));
  const slow = sql`insert into words select 'late' from pg_advisory_xact_lock(7)`;
  const tryToLock = () =>
    database.query(sql`select name from owners where name = 'bob' for update nowait`).then(
      () => "locked",
      ({ code }) => code,
    );
  let storing: Promise<boolean> = Promise.resolve(false);
  // While this transaction is open, the statement waits in its second part.
  await database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7)`);
    storing = executeAsOne(database, [{ statement: hold("bob"), rows: 1 }, { statement: slow }]);
    // SQLSTATE lock_not_available.
    await expect.poll(tryToLock, { interval: 10 }).toBe("55P03");
  });
  expect(await storing).toBe(true);
  expect(await tryToLock()).toBe("locked");
});
