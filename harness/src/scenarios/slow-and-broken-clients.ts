import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import { megabytes, memoryOf, openFilesOf } from "../process-facts.ts";
import type { Scenario, TestBed } from "../scenario.ts";

/** What a caller does with its connection after it stands. */
type Manner = { name: string; isQuick: boolean; act(socket: Socket, request: string): void };

const BYTE_EVERY_MS = 500;
const HEAD = (host: string, rest: string) => `POST /v1/events/trigger HTTP/1.1\r\nhost: ${host}\r\n${rest}`;

const MANNERS: readonly Manner[] = [
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

const CLOSED_WITHIN_MS = 30_000;
/** Looking takes its time, too. */
const NOTICED_WITHIN_MS = 1_000;
const MOST_GROWTH = 30 * 1024 * 1024;
const MOST_FILES_MORE = 20;

/** Callers that break off, trickle or say nothing: each is gone in half a minute, and leaves nothing behind. */
export const slowAndBrokenClients: Scenario = {
  id: "F-N2",
  title: "callers that break off or trickle",
  takesTime: true,
  apis: 1,
  workers: 1,
  run: async (testBed) => {
    const { process } = testBed.cluster.apis[0] as Slot;
    const pid = process?.pid as number;
    const count = testBed.size(120, 500, 500);
    const quick = MANNERS.filter(({ isQuick }) => isQuick);
    await meet(testBed, quick, count);
    for (let wave = 1; wave <= testBed.size(1, 1, 3); wave += 1) {
      const before = { files: openFilesOf(pid), memory: memoryOf(pid) };
      const meeting = meet(testBed, MANNERS, count);
      await sleep(2_000);
      const meanwhile = openFilesOf(pid);
      await meeting;
      await sleep(500);
      const files = openFilesOf(pid);
      const growth = memoryOf(pid) - before.memory;
      testBed.log(
        `files: ${before.files} before, ${meanwhile} meanwhile, ${files} after; ${megabytes(growth)} more`,
      );
      testBed.expect(files <= before.files + MOST_FILES_MORE, `${files - before.files} files were left open`);
      testBed.expect(growth < MOST_GROWTH, `the API grew by ${megabytes(growth)}`);
      testBed.expectAllAlive();
    }
  },
};

/** Resolves when all are closed; says which the API kept for too long. */
async function meet(testBed: TestBed, manners: readonly Manner[], count: number): Promise<void> {
  const took = new Map<string, number>();
  const answers = new Set<string>();
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const manner = manners[n % manners.length] as Manner;
      const { ms, answer } = await visit(testBed, manner);
      took.set(manner.name, Math.max(ms, took.get(manner.name) ?? 0));
      answers.add(`${manner.name}: ${answer}`);
    }),
  );
  testBed.log([...took].map(([name, ms]) => `${name} ≤ ${ms} ms`).join(", "));
  testBed.log([...answers].sort().join(", "));
  for (const [name, ms] of took)
    testBed.expect(ms <= CLOSED_WITHIN_MS + NOTICED_WITHIN_MS, `"${name}" was kept for ${ms} ms`);
  for (const answer of answers) testBed.expect(!/: 5\d\d/.test(answer), answer);
}

let visits = 0;

async function visit({ cluster, allowFailure }: TestBed, { act }: Manner): Promise<{ ms: number; answer: string }> {
  const { hostname, port, host } = new URL((cluster.apis[0] as Slot).url);
  visits += 1;
  const transactionId = `rude-${visits}`;
  allowFailure(transactionId);
  const to = { subscriberId: "rude", phone: "+15550123" };
  const body = JSON.stringify({ name: "text", to, transactionId, payload: { mark: transactionId } });
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
  // Once the other side has ended, there is nothing to stay for.
  socket.on("end", () => socket.destroy());
  const since = Date.now();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.once("connect", () => act(socket, `${HEAD(host, headers.join("\r\n"))}\r\n\r\n${body}`));
  await Promise.race([closed, sleep(2 * CLOSED_WITHIN_MS, undefined, { ref: false })]);
  socket.destroy();
  return { ms: Date.now() - since, answer: answer || "closed" };
}
