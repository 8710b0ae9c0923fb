import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../testing/test-database.ts";
import { RECEIPT_SIGNATURES, rememberSignature } from "./receipt-signature-store.ts";

const { database } = await useTestDatabase();
const hash = (text: string) => createHash("sha256").update(text).digest();
const use = (signature: string, events: string) => ({
  signatureHash: hash(signature),
  eventsHash: hash(events),
});

test("a signature belongs to the events that came with it first, also when several come at once", async () => {
  expect(await rememberSignature(database, "e1", use("s1", "bounced"))).toBe(true);
  expect(await rememberSignature(database, "e1", use("s1", "delivered"))).toBe(false);
  expect(await rememberSignature(database, "e1", use("s1", "bounced"))).toBe(true);
  expect(await rememberSignature(database, "e1", use("s2", "delivered"))).toBe(true);
  expect(await rememberSignature(database, "e2", use("s1", "delivered"))).toBe(true);
  const words = Array.from({ length: 8 }, (_, n) => `event ${n}`);
  const together = words.map((word) => rememberSignature(database, "e1", use("s3", word)));
  expect((await Promise.all(together)).filter(Boolean)).toHaveLength(1);
});

test("signatures that are too old to be accepted are purged, at most `limit` at once", async () => {
  await database.queryPlanned(sql`delete from receipt_signatures`);
  for (const name of ["a", "b", "c", "d"]) await rememberSignature(database, "e1", use(name, "x"));
  expect(await RECEIPT_SIGNATURES.purge(database, 10)).toBe(0);
  await database.queryPlanned(sql`
    update receipt_signatures set expires_at = now() where signature_hash <> ${hash("d")}`);
  expect(await RECEIPT_SIGNATURES.purge(database, 2)).toBe(2);
  expect(await RECEIPT_SIGNATURES.purge(database, 2)).toBe(1);
  expect(await rememberSignature(database, "e1", use("d", "y"))).toBe(false);
});
