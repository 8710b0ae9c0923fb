import { randomInt } from "node:crypto";
import { type AddressInfo, createServer, type Server } from "node:net";

/** Listens on a free port of 127.0.0.1. */
export function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Below the ports that Linux gives to outgoing connections (from 32768): one of those could take it before the process does. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const given = new Set<number>();

/** A free port for a process that is restarted on the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
