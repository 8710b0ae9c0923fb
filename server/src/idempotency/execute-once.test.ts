import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { generateKeyring, parseKeyring } from "../foundation/secrets.ts";
import { executeOnce } from "./execute-once.ts";
import { createStoredResponseStore } from "./stored-response-store.ts";

const { database } = await useTestDatabase();
const responses = createStoredResponseStore(parseKeyring(generateKeyring()));
beforeAll(async () => {
  await database.queryPlanned(sql`create table effects (bytes integer)`);
});

const once = (bytes: number) =>
  executeOnce(
    { database, responses },
    { environmentId: "e", key: "k", fingerprint: Buffer.from("f") },
    async (tx) => {
      await tx.query(sql`insert into effects values (${bytes})`);
      return { status: 200, body: "x".repeat(bytes), subjects: [] };
    },
  );
const MAX_BYTES = 4 * 1024 * 1024;

test("a response of more than 4 MiB: neither it nor its effect is stored, and the key stays free", async () => {
  await expect(once(MAX_BYTES + 1)).rejects.toMatchObject({
    code: "too_large",
    message: `The response has ${MAX_BYTES + 1} bytes; under an Idempotency-Key it may have at most ${MAX_BYTES}: request less data, or omit the Idempotency-Key`,
  });
  expect(await database.query(sql`select * from effects`)).toEqual([]);
  expect((await once(MAX_BYTES)).kind).toBe("executed");
  expect((await once(MAX_BYTES)).kind).toBe("replayed");
  expect(await database.query(sql`select * from effects`)).toEqual([{ bytes: MAX_BYTES }]);
});
