import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { createStoppedTime } from "../../testing/movable-time.ts";
import type { Time } from "../foundation/clock.ts";
import { createLog } from "../foundation/log.ts";
import { keepListening } from "./listen.ts";
import { createOutage } from "./outage.ts";

it("reconnects once, not twice, each time a connection ends before it is open", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // Reads all data first: otherwise the connection would be reset instead of closed.
    socket.resume().once("data", () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const reopenings: { ms: number; work: () => void }[] = [];
  const after: Time["after"] = (ms, work) => {
    reopenings.push({ ms, work });
    return () => {};
  };
  const log = createLog("silent");
  const time: Time = { ...createStoppedTime(), after };
  const connectionString = `postgres://me@127.0.0.1:${port}/nothing`;
  const listener = {
    channel: "anything",
    onNotify: () => {},
    log,
    outage: createOutage({ log, time }),
    time,
  };
  const listening = await keepListening({ connectionString }, listener);
  for (let times = 1; times <= 4; times += 1) {
    if (times > 1) reopenings.shift()?.work();
    await expect.poll(() => reopenings.map(({ ms }) => ms)).toEqual([1_000]);
    expect(connections).toBe(times);
  }
  await listening.close();
  server.close();
});
