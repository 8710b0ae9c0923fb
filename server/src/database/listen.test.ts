import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLog } from "../foundation/log.ts";
import { openDatabase } from "./database.ts";

it("reconnects once, not twice, each time a connection ends before it is open", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // Reads all data first: otherwise the connection would be reset instead of closed.
    socket.resume().once("data", () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `postgres://me@127.0.0.1:${port}/nothing`;
  const database = openDatabase({ connection: { url }, log: createLog("silent") });
  const listening = await database.listen("anything", { onNotify: () => {} });
  await sleep(3_500);
  expect(connections).toBeGreaterThan(2);
  expect(connections).toBeLessThan(6);
  await listening.close();
  await database.close();
  server.close();
});
