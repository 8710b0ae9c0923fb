import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { keepPort } from "./kept-port.ts";

const kept: number[] = [];

/** Whether another program could listen there now. */
function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

test("a kept port: is free, is no other's, and is no port that the system hands out", async () => {
  kept.push(await keepPort(), await keepPort(), await keepPort());
  expect(new Set(kept).size).toBe(3);
  for (const port of kept) {
    expect(await isFree(port)).toBe(true);
    expect(await isFree(port + 1)).toBe(false);
    expect(port).toBeLessThan(20_000);
  }
});

afterAll(async () => {
  for (const port of kept) expect(await isFree(port + 1)).toBe(true);
});
