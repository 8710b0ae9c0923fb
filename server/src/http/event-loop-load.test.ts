import { createSubscriber, LIMITS } from "@tidings/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createStoppedTime, type MovableTime } from "../../testing/movable-time.ts";
import type { Dashboard } from "../dashboard/create-dashboard.ts";
import { createLog } from "../foundation/log.ts";
import { createLoopTime } from "../foundation/loop-time.ts";
import { secretsWith } from "../foundation/secrets.ts";
import { createConnections } from "../inbox/live/connections.ts";
import { UNCOUNTED } from "../metrics/metrics.ts";
import { createBodyBudget } from "./body-budget.ts";
import { type Api, endpoint } from "./endpoint.ts";
import { createLoadShedding, type LoadShedding } from "./load-shedding.ts";
import { createRateLimiter } from "./rate-limits.ts";
import type { RequestPipeline } from "./register-endpoint.ts";
import { createServer } from "./server.ts";

/** How long each call of "heavy" holds the event loop. */
const TURN_MS = 50;
const subscriber = { subscriberId: "ada" };

let time: MovableTime;
let server: FastifyInstance;
let loadShedding: LoadShedding;
afterEach(async () => {
  loadShedding.close();
  await server.close();
});

/** The key is the environment's name. The event loop counts as slow; time stands still for the charges of environments. */
async function open(): Promise<string> {
  time = createStoppedTime();
  const loopTime = createLoopTime(time.monotonicMs);
  const loopDelay = { medianMs: () => 300 };
  loadShedding = createLoadShedding({ time, loopDelay, loopTime });
  loadShedding.begin();
  await time.advance(1_000);
  const of = () => ({}) as ReturnType<RequestPipeline["turns"]["reads"]["of"]>;
  const turns = { of, waitingOf: () => 0 };
  const limits = { trigger: 0, configuration: 0, inbox: 0, other: 0 };
  const rateLimiter = createRateLimiter({ limits, nowMs: Date.now });
  const gate = {
    loadShedding,
    chargeLoop: loopTime.charge,
    turns: { requests: turns, reads: turns },
    brand: "svc",
    authenticate: async (authorization = "") => ({
      environment: { id: authorization },
      key: { id: "k", scopes: ["manage"] },
    }),
    limits: LIMITS,
    rateLimiter,
    bodyBudget: createBodyBudget(),
    clientAddress: Object.assign(() => "127.0.0.1", { ofConnection: () => "127.0.0.1" }),
    scope: (whole: unknown) => whole,
  } as unknown as RequestPipeline;
  const api = { clock: time, time, brand: "svc", limits: LIMITS } as unknown as Api;
  const handled = endpoint(createSubscriber, async ({ environment }) => {
    const end = performance.now() + (environment.id === "heavy" ? TURN_MS : 0);
    while (performance.now() < end) {}
    return subscriber as never;
  });
  server = createServer({
    api,
    endpoints: [handled],
    gate,
    secrets: secretsWith(undefined),
    connections: createConnections({ report: async () => {}, onPresence: () => {} }),
    inboxOrigins: "any",
    dashboard: { isOn: false } as Dashboard,
    log: createLog("silent"),
    metrics: UNCOUNTED,
    role: "api",
  });
  return server.listen({ port: 0, host: "127.0.0.1" });
}

async function write(url: string, name: string): Promise<number> {
  const headers = { authorization: name, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(subscriber) };
  const answer = await fetch(`${url}/v2/subscribers`, request);
  await answer.text();
  return answer.status;
}

test("an environment that overloads the event loop is refused; another environment is served", async () => {
  const url = await open();
  expect(await write(url, "light")).toBe(201);
  for (let calls = 0; calls < 10; calls += 1) expect(await write(url, "heavy")).toBe(201);
  await time.advance(1_000);
  expect([await write(url, "heavy"), await write(url, "light")]).toEqual([503, 201]);
  // Nothing was charged in the last two seconds: no environment is the cause, and one request at a time is served.
  await time.advance(2_000);
  expect([await write(url, "heavy"), await write(url, "light")]).toEqual([201, 201]);
});
