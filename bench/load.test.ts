import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { asFastAsPossible, atRate, expectOnly, quantile } from "./load.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverThat(answers: RequestListener) {
  const server = createServer(answers).listen(0, "127.0.0.1");
  closing.push(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "k" };
}

test("as fast as possible: sends each request once, over the given number of connections", async () => {
  const seen: string[] = [];
  const sockets = new Set<unknown>();
  const target = await serverThat((request, response) => {
    sockets.add(request.socket);
    request.on("data", (chunk) => seen.push(`${request.method} ${request.headers.authorization} ${chunk}`));
    request.on("end", () => response.writeHead(201).end("{}"));
  });
  const load = await asFastAsPossible(target, {
    count: 5,
    connections: 2,
    request: (index) => ({ path: "/x", body: `${index}` }),
  });
  expect(seen.sort()).toEqual([0, 1, 2, 3, 4].map((index) => `POST ApiKey k ${index}`));
  expect([...load.statuses]).toEqual([[201, 5]]);
  expect(load.latenciesMs).toHaveLength(5);
  expect(sockets.size).toBe(2);
});

test("at a rate: a latency counts from the planned moment, also while the service stalls", async () => {
  let isFirst = true;
  const target = await serverThat(async (request, response) => {
    request.resume();
    if (isFirst) {
      isFirst = false;
      await sleep(300);
    }
    response.end("{}");
  });
  let planned = 0;
  const { latenciesMs } = await atRate(target, {
    perSecond: 100,
    shouldContinue: () => planned++ < 5,
    request: () => ({ path: "/", body: "{}" }),
    maxConnections: 1,
  });
  expect(latenciesMs).toHaveLength(5);
  expect(Math.min(...latenciesMs)).toBeGreaterThan(200);
});

test("as fast as possible: sends a request again that is refused because of overload", async () => {
  const statuses = [503, 429, 201, 201];
  const target = await serverThat((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  const load = await asFastAsPossible(target, { count: 2, connections: 1, request: () => ({ path: "/" }) });
  expect(load.latenciesMs).toHaveLength(2);
  expect(expectOnly(201, load)).toBe(2);
  expect(() => expectOnly(200, load)).toThrow("statuses");
});

test("at a rate: a refused request counts as infinitely slow", async () => {
  const target = await serverThat((_, response) => response.writeHead(503).end());
  let planned = 0;
  const shouldContinue = () => planned++ < 2;
  const { latenciesMs } = await atRate(target, {
    perSecond: 100,
    shouldContinue,
    request: () => ({ path: "/" }),
  });
  expect(latenciesMs).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

test("a server that closes the connection before the response fails the load", async () => {
  const target = await serverThat((request) => request.socket.destroy());
  const load = asFastAsPossible(target, { count: 1, connections: 1, request: () => ({ path: "/" }) });
  await expect(load).rejects.toThrow(/closed the connection|ECONNRESET/);
});

test("quantile: the value below which a share of the values lies", () => {
  const values = Array.from({ length: 100 }, (_, index) => 99 - index);
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([0, 50, 99, 99]);
  expect(quantile([], 0.5)).toBeNaN();
});
