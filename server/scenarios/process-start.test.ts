import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTINGS } from "../src/foundation/settings.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { useTestMachines } from "../testing/test-process.ts";

/** The built program for its operator: first start, settings, invalid settings, stop. */

const newMachine = useTestMachines();

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test("first start: the printed curl line delivers a notification; the second prints no key", async (context) => {
  const machine = await newMachine();
  const first = await machine.serve();
  expect(first.stdout).toContain(`Tidings is ready at http://127.0.0.1:`);
  expect(first.stdout).toContain(`Data         ${machine.dataDirectory}\n`);
  expect(first.stdout).toMatch(/Store {8}embedded PostgreSQL \d+/);
  const lines = first.stdout.split("\n").filter((line) => line.startsWith("curl "));
  expect(lines).toHaveLength(1);
  if (!hasCurl) context.skip("curl is not installed");

  const caller = first.caller();
  // A process that the machine gives too little time sheds load: curl calls again when Retry-After says so.
  const call = `${lines[0]} -sS --fail --retry 100 --retry-max-time ${PATIENCE_MS / 1_000}`;
  const { transactionId } = JSON.parse(execFileSync("sh", ["-c", call], { encoding: "utf8" }));
  await caller.finished(transactionId);
  const { body } = await caller.get(`/v1/messages?transactionId=${transactionId}`);
  expect(body.data.map((message: any) => [message.channel, message.status]).sort()).toEqual([
    ["email", "sent"],
    ["in_app", "sent"],
  ]);
  const mails = readdirSync(join(machine.dataDirectory, "outbox"));
  expect(mails).toEqual([expect.stringMatching(/\.eml$/)]);
  expect(await first.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });

  const second = await machine.serve();
  expect(second.stdout).not.toMatch(/API key|curl|td_/);
  const again = await second.caller(first.apiKey).get(`/v1/messages?transactionId=${transactionId}`);
  expect(again.body).toEqual(body);
  expect(await second.end("SIGINT")).toMatchObject({ code: 0, complaints: "" });
  expect(machine.leftovers()).toEqual([]);
});

test("invalid settings: are reported all at once, and nothing starts", async () => {
  const machine = await newMachine();
  const nonsense = {
    PORT: "99999",
    DATABASE_URL: "mysql://here",
    LOG_LEVEL: "loud",
    TIDINGS_ROLE: "cook",
    TIDINGS_API_KEY: "short",
    TIDINGS_OUTBOUND_ALLOW: "everything",
    TIDINGS_BRAND: "A b",
    TIDINGS_SECRETS_KEYS_FILE: "/nowhere",
    TIDINGS_TIME_ZONES: "/nowhere",
  };
  const { code, stdout, stderr } = await machine.run(["serve", "--credentials", "shouted"], nonsense);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  for (const name of Object.keys(nonsense)) expect(stderr).toContain(name.replace("_FILE", ""));
  expect(stderr).toContain("--credentials");
  expect(stderr).not.toContain("short");
  expect(existsSync(machine.dataDirectory)).toBe(false);

  const unknown = await machine.run(["serve", "--colour", "red"]);
  expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
  expect(unknown.stderr).toContain("--colour");
  const superfluous = await machine.run(["serve", "quickly"]);
  expect([superfluous.code, superfluous.stdout]).toEqual([2, ""]);
});

test("settings: a flag overrides a variable, secrets come from files, --help lists all", async () => {
  const machine = await newMachine();
  const [chosen, other] = ["k".repeat(40), "o".repeat(40)];
  const file = join(machine.dataDirectory, "../key");
  writeFileSync(file, `${chosen}\n`);
  const variables = { TIDINGS_API_KEY_FILE: file, TIDINGS_ROLE: "worker", TIDINGS_BRAND: "novu" };
  const chatty = { ...variables, LOG_LEVEL: "trace" };
  // Too long for the path of a socket: the server uses a shorter path to it.
  const longDirectory = join(machine.dataDirectory, "d".repeat(100));
  const server = await machine.serve(["--role", "all", "--data-dir", longDirectory], chatty);
  expect(server.stdout).toContain(`Data         ${longDirectory}\n`);
  // Standard output is kept in journals: a key from the settings is not repeated there.
  expect(server.stdout).toContain("API key      the one given in the settings");
  expect(server.stdout + server.stderr).not.toContain(chosen);
  const { body } = await server.caller(chosen).get("/v1/integrations");
  expect(body.map((one: any) => one.providerId).sort()).toEqual(["novu", "novu-email"]);
  expect((await server.caller(other).get("/v1/integrations")).status).toBe(401);
  expect(server.stderr).not.toContain(other.slice(0, 8));
  await server.end("SIGTERM");
  expect(machine.leftovers()).toEqual([]);

  const both = await machine.run(["serve"], { TIDINGS_API_KEY_FILE: file, TIDINGS_API_KEY: other });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("given twice")]);

  const { code, stdout } = await machine.run(["serve", "--help"], { PORT: "nonsense" });
  expect(code).toBe(0);
  for (const { env, flag } of Object.values(SETTINGS))
    expect(stdout).toMatch(new RegExp(`--${flag}\\b[\\s\\S]*\\(${env}\\)`));
});

test("an unreachable database: is reported in one sentence", async () => {
  const machine = await newMachine();
  for (const host of ["127.0.0.1:1", "localhost:1"]) {
    const { code, stderr } = await machine.run(["serve"], {
      DATABASE_URL: `postgres://me:secret@${host}/none`,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Tidings stopped: .*ECONNREFUSED.*\n$/);
    expect(stderr).toContain(`PostgreSQL at ${host}/none cannot be reached`);
    expect(stderr).not.toContain("secret");
  }
});
