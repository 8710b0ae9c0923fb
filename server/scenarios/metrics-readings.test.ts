import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import sql from "sql-template-tag";
import { afterEach, expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { readMetrics, type Scrape, scrape } from "../testing/scrape.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { frozenAt } from "../testing/virtual-time.ts";

/** Where the metrics are served, and the metrics that are computed at a scrape. */

const KEY = "a-key-for-prometheus-of-32-letters";
const provider = await useScriptedProvider();
let service: TestService;
afterEach(() => service.close());

/** A client that announces a body and disconnects before sending it. */
async function disconnectEarly({ apiKey }: TestEnvironment): Promise<void> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  const lines = ["POST /v1/events/trigger HTTP/1.1", "Host: x", `Authorization: ApiKey ${apiKey}`];
  await once(socket, "connect");
  socket.write(`${lines.join("\r\n")}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`);
  await new Promise((resolve) => socket.write("}", resolve));
  socket.destroy();
}

const scrapeService = (): Promise<Scrape> => scrape(service.metricsUrl ?? "");

test("metrics on the API's port: only the metrics key opens them, no API key does", async () => {
  service = await startTestService({ metricsKey: KEY });
  expect(service.metricsUrl).toBeUndefined();
  const { apiKey } = await service.newEnvironment();
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${service.url}/metrics`, { headers });
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
  };
  for (const wrong of [
    undefined,
    "",
    `ApiKey ${apiKey}`,
    `Bearer ${apiKey}`,
    `Bearer ${KEY}x`,
    `Basic ${KEY}`,
  ]) {
    const refused = await ask(wrong);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(refused.text).not.toContain("tidings_");
    expect(refused.text).not.toContain(KEY);
  }
  const opened = await ask(`Bearer ${KEY}`);
  expect([opened.status, opened.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(readMetrics(opened.text).of("tidings_database_reachable")).toBe(1);
});

test("given neither metrics key nor port, /metrics answers 404", async () => {
  service = await startTestService();
  expect(service.metricsUrl).toBeUndefined();
  const response = await fetch(`${service.url}/metrics`);
  await response.text();
  expect(response.status).toBe(404);
});

test("given a metrics port in use, the error at start names the setting", async () => {
  service = await startTestService({ metricsPort: 0 });
  const metricsPort = Number(new URL(service.metricsUrl ?? "").port);
  await expect(startTestService({ metricsPort })).rejects.toThrow(
    `Port ${metricsPort} of 127.0.0.1 is already in use by another program: stop it, or choose another port with --metrics-port`,
  );
});

test("request metrics: labeled by operation and status, never by names that clients chose", async () => {
  service = await startTestService({ metricsPort: 0 });
  const environment = await service.newEnvironment();
  for (let n = 0; n < 3; n += 1) await environment.get(`/v2/subscribers/nobody-${n}`);
  for (let n = 0; n < 2; n += 1) await environment.given.subscriber(`made-${n}`);
  await environment.post("/v2/subscribers", { subscriberId: 7 });
  await environment.get("/unknown-path");
  await disconnectEarly(environment);
  await expect
    .poll(async () => (await scrapeService()).all("tidings_http_request_duration_seconds_count"))
    .toEqual({
      "operation=getSubscriber,status=404": 3,
      "operation=createSubscriber,status=201": 2,
      "operation=createSubscriber,status=422": 1,
      "operation=none,status=404": 1,
      "operation=triggerEvent,status=aborted": 1,
    });
  const { text: exposition } = await scrapeService();
  for (const word of ["nobody", "made-", "unknown-path", environment.id])
    expect(exposition).not.toContain(word);
});

test("queue metrics: due jobs and the oldest age; jobs of a held test clock do not count", async () => {
  service = await startTestService({ role: "api", metricsPort: 0 });
  const environment = await service.newEnvironment();
  const frozen = await service.newEnvironment("test");
  for (let n = 0; n < 7; n += 1) await environment.trigger("welcome", "ada");
  const changedAtMs = Date.now();
  await service.database.query(sql`
    update fanouts set due_at = now() - interval '90 seconds' where environment_id = ${environment.id}
      and trigger_id = (select min(trigger_id) from fanouts)`);
  await service.database.query(sql`update environments set clock_at = now() where id = ${frozen.id}`);
  await service.database.query(sql`
    insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, created_at, updated_at)
    select id, 'n', 0, 'j', 's', 'delay', 'delayed', now() - interval '1 day', now(), now()
    from environments where id = ${frozen.id}`);
  const metrics = await scrapeService();
  expect(metrics.all("tidings_queue_ready")).toEqual({ "queue=jobs": 0, "queue=triggers": 7 });
  const age = metrics.of("tidings_queue_oldest_age_seconds", { queue: "triggers" }) ?? 0;
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThanOrEqual(90 + (Date.now() - changedAtMs) / 1_000);
  expect(metrics.of("tidings_queue_oldest_age_seconds", { queue: "jobs" })).toBe(0);
});

test("breaker metrics: an opened breaker counts for its provider", async () => {
  service = await startTestService({ metricsPort: 0 });
  const environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
  await environment.given.workflow("otp", [sms("Code {{ payload.code }}")]);
  provider.script("/sms", ...Array(5).fill(status(503)));
  for (let n = 0; n < 5; n += 1) {
    await environment.trigger("otp", ada, { payload: { code: n } });
    await settled(environment);
  }
  const metrics = await scrapeService();
  expect(metrics.all("tidings_breakers_open")).toEqual({ "provider=generic-sms": 1 });
  expect(metrics.all("tidings_breaker_changes_total")).toEqual({ "change=opened,provider=generic-sms": 1 });
});

test("given a payload pattern that hangs, the metrics count a killed thread and its replacement", async () => {
  service = await startTestService({ metricsPort: 0 });
  const environment = await service.newEnvironment();
  const payloadSchema = { type: "object", properties: { a: { type: "string", pattern: "^(?=a)(a+)+$" } } };
  await environment.given.workflow("checked", [inApp("{{ payload.a | upcase }}")], {
    payloadSchema,
    validatePayload: true,
  });
  const before = (await scrapeService()).of("tidings_threads_killed_total", { pool: "schemas" });
  const payload = { a: `${"a".repeat(40)}b` };
  await environment.post("/v1/events/trigger", { name: "checked", to: "ada", payload });
  await environment.finished(await environment.trigger("checked", "ada", { payload: { a: "aa" } }));
  const metrics = await scrapeService();
  expect(before).toBe(0);
  expect(metrics.of("tidings_threads_killed_total", { pool: "schemas" })).toBe(1);
  expect(metrics.of("tidings_threads_started_total", { pool: "schemas" })).toBeGreaterThan(1);
  expect(metrics.all("tidings_threads")).toEqual({ "pool=mails": 2, "pool=schemas": 2, "pool=templates": 2 });
  expect(metrics.of("tidings_threads_started_total", { pool: "templates" })).toBeGreaterThan(0);
});

test("worker metrics: describe the process, its pools and its event loop", async () => {
  service = await startTestService({ role: "worker", metricsPort: 0, metricsKey: KEY });
  const metrics = await scrapeService();
  expect(metrics.names).toEqual(
    expect.arrayContaining([
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
      "nodejs_eventloop_lag_p99_seconds",
    ]),
  );
  expect(metrics.of("tidings_database_pool_size", { pool: "work" })).toBe(8);
  const used = metrics.all("tidings_database_connections");
  expect((used["pool=work,state=busy"] ?? 0) + (used["pool=work,state=idle"] ?? 0)).toBeGreaterThan(0);
  await expect
    .poll(async () => (await scrapeService()).of("tidings_database_waiting", { pool: "work" }))
    .toBe(0);
});

test("docs/observability.md: lists every metric of the product and no other", async () => {
  service = await startTestService({ metricsPort: 0 });
  const page = readFileSync(new URL("../../docs/observability.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `(tidings_\w+)`/gm)].map(([, name]) => name);
  const { text: exposition } = await scrapeService();
  const exposed = [...exposition.matchAll(/^# TYPE (tidings_\w+) /gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(exposed.sort());
});
