import { type AddressInfo, createServer } from "node:net";
import sql from "sql-template-tag";
import { afterEach, expect, it } from "vitest";
import { createLog } from "../foundation/log.ts";
import { type Database, openDatabase } from "./database.ts";

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** PostgreSQL's message when an operator ends the connection. */
function adminShutdown(): Buffer {
  const fields = Buffer.from(
    "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0",
  );
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A server that ends each connection in the moment when it is ready, before any statement uses it. */
async function openEnding(): Promise<Database> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.end(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY, adminShutdown()]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push({ close: () => server.close() });
  const { port } = server.address() as AddressInfo;
  const connection = { url: `postgres://me@127.0.0.1:${port}/nothing` };
  const database = openDatabase({ connection, log: createLog("silent") });
  opened.push(database);
  return database;
}

/** What the server says, or the driver if it notices the end first. */
const ENDED = /terminat(ing|ed)|not queryable/;

it("a connection that ends as soon as it is open fails its statement, not the process", async () => {
  const database = await openEnding();
  for (let n = 0; n < 20; n += 1) {
    await expect(database.query(sql`select 1`)).rejects.toThrow(ENDED);
    await expect(database.transaction((tx) => tx.query(sql`select 1`))).rejects.toThrow(ENDED);
  }
});
