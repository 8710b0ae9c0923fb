import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { megabytes, memoryOf, openFilesOf } from "../process-facts.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** What a client does after it has connected. */
type ClientBehaviour = { name: string; isQuick: boolean; act(socket: Socket, request: string): void };

const BYTE_EVERY_MS = 500;
const HEAD = (host: string, rest: string) => `POST /v1/events/trigger HTTP/1.1\r\nhost: ${host}\r\n${rest}`;

const BEHAVIOURS: readonly ClientBehaviour[] = [
  {
    name: "reset after the request",
    isQuick: true,
    act: (socket, request) => void socket.write(request, () => setImmediate(() => socket.resetAndDestroy())),
  },
  { name: "half closed", isQuick: true, act: (socket, request) => void socket.end(request) },
  { name: "half a request", isQuick: true, act: (socket, request) => void socket.end(request.slice(0, 60)) },
  { name: "silent", isQuick: false, act: () => {} },
  { name: "slow head", isQuick: false, act: (socket) => trickle(socket, HEAD("x", "x-slow: "), "a") },
  {
    name: "slow body",
    isQuick: false,
    act: (socket, request) => {
      const [head = ""] = request.split("\r\n\r\n");
      trickle(socket, `${head.replace(/content-length: \d+/, "content-length: 5000")}\r\n\r\n{"name":"`, "a");
    },
  },
];

function trickle(socket: Socket, start: string, byte: string): void {
  socket.write(start);
  const trickling = setInterval(() => socket.write(byte), BYTE_EVERY_MS).unref();
  socket.once("close", () => clearInterval(trickling));
}

/** By the timers of the API. */
const CLOSED_WITHIN_MS = 30_000;
/** On an idle machine: tolerance for the time until the API acts and the harness notices it. */
const NOTICED_WITHIN_MS = 1_000;
const MAX_GROWTH = 30 * 1024 * 1024;
const MAX_MORE_FILES = 20;

/** Clients that disconnect, are slow or send nothing: each connection is closed within 30 s, without a leak. */
export const slowAndBrokenClients: Scenario = {
  id: "F-N2",
  title: "slow and broken clients",
  takesTime: true,
  apis: 1,
  workers: 1,
  run: async (testBed) => {
    const { process } = testBed.cluster.apis[0] as Slot;
    const pid = process?.pid as number;
    const count = testBed.size(120, 500, 500);
    const quick = BEHAVIOURS.filter(({ isQuick }) => isQuick);
    await connectAll(testBed, quick, count);
    for (let wave = 1; wave <= testBed.size(1, 1, 3); wave += 1) {
      const before = { files: openFilesOf(pid), memory: memoryOf(pid) };
      const connections = connectAll(testBed, BEHAVIOURS, count);
      await sleep(2_000);
      const meanwhile = openFilesOf(pid);
      await connections;
      await sleep(500);
      const files = openFilesOf(pid);
      const growth = memoryOf(pid) - before.memory;
      testBed.log(
        `files: ${before.files} before, ${meanwhile} meanwhile, ${files} after; ${megabytes(growth)} more`,
      );
      testBed.expect(files <= before.files + MAX_MORE_FILES, `${files - before.files} files were left open`);
      testBed.expect(growth < MAX_GROWTH, `the API grew by ${megabytes(growth)}`);
      testBed.expectAllAlive();
    }
  },
};

/** Opens `count` connections and resolves when all are closed; reports those that the API kept open for too long. */
async function connectAll(
  testBed: TestBed,
  behaviours: readonly ClientBehaviour[],
  count: number,
): Promise<void> {
  const took = new Map<string, number>();
  const answers = new Set<string>();
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const behaviour = behaviours[n % behaviours.length] as ClientBehaviour;
      const { ms, answer } = await connectOnce(testBed, behaviour);
      took.set(behaviour.name, Math.max(ms, took.get(behaviour.name) ?? 0));
      answers.add(`${behaviour.name}: ${answer}`);
    }),
  );
  testBed.log([...took].map(([name, ms]) => `${name} ≤ ${ms} ms`).join(", "));
  testBed.log([...answers].sort().join(", "));
  for (const [name, ms] of took)
    testBed.expect(
      ms <= CLOSED_WITHIN_MS + testBed.scaled(NOTICED_WITHIN_MS),
      `a connection ("${name}") was open for ${ms} ms`,
    );
  for (const answer of answers) testBed.expect(!/: 5\d\d/.test(answer), answer);
}

let connectionCount = 0;

async function connectOnce(
  { cluster, scaled, allowFailure }: TestBed,
  { act }: ClientBehaviour,
): Promise<{ ms: number; answer: string }> {
  const { hostname, port, host } = new URL((cluster.apis[0] as Slot).url);
  connectionCount += 1;
  const transactionId = `broken-${connectionCount}`;
  allowFailure(transactionId);
  const to = { subscriberId: "broken", phone: "+15550123" };
  const body = JSON.stringify({ name: "sms", to, transactionId, payload: { mark: transactionId } });
  const headers = [
    `authorization: ApiKey ${cluster.apiKey}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let answer = "";
  socket.on("data", (chunk) => {
    answer ||= chunk.toString("latin1").slice(9, 12);
  });
  socket.on("error", () => {});
  // The server has closed its side.
  socket.on("end", () => socket.destroy());
  const since = Date.now();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.once("connect", () => act(socket, `${HEAD(host, headers.join("\r\n"))}\r\n\r\n${body}`));
  await Promise.race([closed, sleep(scaled(2 * CLOSED_WITHIN_MS), undefined, { ref: false })]);
  socket.destroy();
  return { ms: Date.now() - since, answer: answer || "closed" };
}
