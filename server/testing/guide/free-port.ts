import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A port of this machine that is currently free. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
