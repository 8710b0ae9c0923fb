import type { Duplex } from "node:stream";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { inOneWrite } from "./one-write.ts";

const { url } = await useTestDatabase();
const client = new pg.Client({ connectionString: url, pipeline: true });
await client.connect();
const { query } = inOneWrite(client);
// Waits until the connection is closed, as the end of a pool does not: the database is dropped next.
afterAll(() => client.end());

/** How often the socket is written to while `work` runs. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const { stream } = (client as pg.Client & { connection: { stream: Duplex } }).connection;
  const { _write: write, _writev: writev } = stream;
  let count = 0;
  stream._write = (...given) => {
    count += 1;
    write.apply(stream, given);
  };
  stream._writev = (...given) => {
    count += 1;
    writev?.apply(stream, given);
  };
  await work();
  Object.assign(stream, { _write: write, _writev: writev });
  return count;
}

const select = (value: unknown) => query({ text: "select $1::text as value", values: [value] });
const valuesOf = (results: readonly pg.QueryResult[]) => results.map(({ rows }) => rows[0]?.value);

test("one write: statements of the same turn leave together, and are answered in their order", async () => {
  let values: string[] = [];
  const send = async () => {
    values = valuesOf(await Promise.all(["a", "b", "c"].map(select)));
  };
  expect(await writesOf(send)).toBe(1);
  expect(values).toEqual(["a", "b", "c"]);
});

test("one write: a statement after an answer is a further write", async () => {
  const send = async () => {
    await select("a");
    await select("b");
  };
  expect(await writesOf(send)).toBe(2);
});

test("one write: large statements do not wait for the end of the turn", async () => {
  const large = "x".repeat(100_000);
  let values: string[] = [];
  const send = async () => {
    values = valuesOf(await Promise.all([large, large, "c"].map(select)));
  };
  expect(await writesOf(send)).toBe(3);
  expect(values).toEqual([large, large, "c"]);
});

test("one write: a statement that fails does not stop the others", async () => {
  const [failed, passed] = await Promise.allSettled([query("select 1 / 0"), select("b")]);
  expect([failed.status, passed.status]).toEqual(["rejected", "fulfilled"]);
});
