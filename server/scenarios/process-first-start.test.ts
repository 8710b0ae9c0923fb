import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bundledVersion } from "../src/calendar/zones/zone-files.ts";
import { openDatabases } from "../src/database/databases.ts";
import { listEnvironments } from "../src/environments/environment-store.ts";
import { systemTime } from "../src/foundation/clock.ts";
import { createLog } from "../src/foundation/log.ts";
import { generateKeyring, parseKeyring } from "../src/foundation/secrets.ts";
import { seedFirstEnvironment } from "../src/seed.ts";
import { keepPort } from "../testing/kept-port.ts";
import { inApp } from "../testing/steps.ts";
import { cloneDatabase } from "../testing/test-database.ts";
import { useTestMachines } from "../testing/test-process.ts";

/** A first start that fails loses nothing: the first environment's key exists only if it was shown. */

const newMachine = useTestMachines();

/** A port in use by another program, and a way to free it. */
async function takePort(): Promise<{ port: string; free(): Promise<void> }> {
  const port = await keepPort();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { port: String(port), free: () => new Promise((resolve) => server.close(() => resolve())) };
}

test("given a port in use, the first start creates nothing; the next start shows the API key", async () => {
  const machine = await newMachine();
  const taken = await takePort();
  const refused = await machine.run(["serve"], { PORT: taken.port });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^Port \d+ of 127\.0\.0\.1 is already in use by another program: .*--port.*\n$/,
  );
  expect(refused.stderr).toContain(taken.port);
  expect(existsSync(machine.dataDirectory)).toBe(false);
  const nowhere = await machine.run(["serve"], { PORT: taken.port, HOST: "192.0.2.1" });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("--host")]);
  await taken.free();

  const server = await machine.serve([], { PORT: taken.port });
  expect(server.apiKey).toMatch(/^td_/);
  expect((await server.caller().get("/v1/integrations")).status).toBe(200);
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
  expect(machine.leftovers()).toEqual([]);
});

test("while the database is created: /livez answers 200, the API 503 with Retry-After", async () => {
  const machine = await newMachine();
  const port = String(await keepPort());
  const ready = machine.serve([], { PORT: port });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  // Both are the first answers of the program: while this process waits between two requests, the database could become ready.
  let [alive, early] = await Promise.all([ask("/livez"), ask("/v1/integrations")]);
  while (!alive || !early) {
    await sleep(10);
    [alive, early] = await Promise.all([ask("/livez"), ask("/v1/integrations")]);
  }
  expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await early.json()).toMatchObject({
    statusCode: 503,
    message: expect.stringContaining("starting"),
  });
  const server = await ready;
  expect(server.stdout).toMatch(/^Creating a database in .*\n/);
  expect((await server.caller().get("/v1/integrations")).status).toBe(200);
  await server.end("SIGTERM");

  const worker = await machine.serve(["--role", "worker"]);
  expect(worker.stdout).toMatch(
    /The worker of Tidings is ready at http.*\n[\s\S]*claims due work from the database/,
  );
  expect(worker.stdout).toContain(`${worker.url}/readyz`);
  expect(worker.stdout).not.toMatch(/curl|\/docs|Creating a database/);
  const facts = await (await fetch(worker.url)).json();
  expect(facts).toMatchObject({ role: "worker", links: { ready: "readyz" } });
  expect((await fetch(`${worker.url}/docs`)).status).toBe(404);
  await worker.end("SIGTERM");
});

test("an API key that cannot be shown: is not created", async () => {
  const { url, drop } = await cloneDatabase();
  const keyring = parseKeyring(generateKeyring());
  const databases = openDatabases({
    time: systemTime,
    connection: { url },
    log: createLog("silent"),
    keyring,
  });
  const database = databases.work;
  const parts = { database, keyring, clock: systemTime, apiKey: "" };
  const broken = async () => {
    throw new Error("the terminal is gone");
  };
  await expect(seedFirstEnvironment({ ...parts, show: broken })).rejects.toThrow("the terminal is gone");
  expect(await listEnvironments(database)).toEqual([]);
  const shown: string[] = [];
  const show = async (apiKey: string) => {
    shown.push(apiKey);
  };
  expect([await seedFirstEnvironment({ ...parts, show })]).toEqual(shown);
  await databases.close();
  await drop();
});

test("SIGTERM to `npm start` and `npx tidings serve`: stops the server; SIGINT twice ends it too", async () => {
  const machine = await newMachine();
  const programs = [
    ["npm", ["start"]],
    ["npx", ["tidings", "serve"]],
  ] as const;
  for (const [program, args] of programs) {
    const server = await machine.serveBy(program, args);
    // Standard output closes only when the last process that holds it has ended.
    const { stdout } = await server.end("SIGTERM");
    expect(stdout, program).toMatch(/Stopping \(.+\): finishing work in progress/);
    expect(machine.leftovers(), program).toEqual([]);
  }
  const server = await machine.serve();
  process.kill(server.pid, "SIGINT");
  await sleep(20);
  expect(await server.end("SIGINT")).toMatchObject({ code: 0, signal: null, complaints: "" });
  expect(machine.leftovers()).toEqual([]);
});

test("TZ of the server: a time without an offset is UTC; the start states the zone data", async () => {
  const machine = await newMachine();
  const server = await machine.serve([], {
    TZ: "Asia/Tokyo",
    LOG_LEVEL: "info",
    TIDINGS_TIME_ZONES: "bundled",
  });
  const { version } = bundledVersion();
  expect(server.stdout).toContain(`Time zones   tzdata ${version}, bundled\n`);
  // Another pipe than the one that said that it is ready.
  const logged = `"version":"${version}","source":"bundled","msg":"time zone data"`;
  await expect.poll(() => server.stderr).toContain(logged);
  const environment = server.caller();
  const date = '{{ payload.at | date: "%d %B %H:%M" }} {{ payload.words | date: "%d %B %H:%M" }}';
  await environment.given.workflow("news", [inApp(date)]);
  const payload = { at: "2026-03-05T12:00:00", words: "March 5, 2026" };
  const transactionId = await environment.trigger("news", "ada", { payload });
  await environment.finished(transactionId);
  const { body } = await environment.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data[0].content).toBe("05 March 12:00 05 March 00:00");
  expect((await server.end("SIGTERM")).code).toBe(0);
});
