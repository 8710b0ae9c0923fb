import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateKeyring } from "../src/foundation/secrets.ts";
import { cloneDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openTestMachine, type TestMachine, type TestProcess } from "../testing/test-process.ts";

/** The built program: API keys and environments by CLI commands, and the key from the settings. */

let store: TestDatabase;
let machine: TestMachine;
let env: Record<string, string>;
let server: TestProcess;
beforeAll(async () => {
  store = await cloneDatabase();
  machine = await openTestMachine();
  env = { DATABASE_URL: store.url, TIDINGS_SECRETS_KEYS: generateKeyring() };
  server = await machine.serve([], env);
});
afterAll(async () => {
  await machine.close();
  await store.drop();
});

const tidings = (...args: string[]) => machine.run(args, env);
const json = async (...args: string[]): Promise<any> => {
  const { code, stdout, complaints } = await tidings(...args, "--json");
  expect([code, complaints]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const statusWith = async (apiKey: string) => (await server.caller(apiKey).get("/v1/messages")).status;
/** The 5 s that the command names are tested with a clock that the test moves (api-keys.test.ts, authenticate.test.ts). */
const untilRefused = (apiKey: string) => expect.poll(() => statusWith(apiKey)).toBe(401);

test("given a running service, a key created by the CLI works, is rotated and is revoked", async () => {
  const made = await tidings("keys", "create", "Lost", "--scopes", "read", "--expires", "90d");
  const key = /API key +(\S+) +\(shown only once\)/.exec(made.stdout)?.[1] ?? "";
  expect(made).toMatchObject({
    code: 0,
    complaints: "",
    stdout: expect.stringContaining("Scopes       read\n"),
  });
  expect(await statusWith(key)).toBe(200);

  const rotated = await json("keys", "rotate", key.slice(-4), "--old-key-expires", "2h");
  expect(rotated).toMatchObject({ name: "Lost", scopes: ["read"], environmentName: "Development" });
  expect([await statusWith(key), await statusWith(rotated.apiKey)]).toEqual([200, 200]);
  const table = (await tidings("keys", "list")).stdout;
  expect(table).toMatch(/^ID +KEY +SCOPES +ENVIRONMENT +NAME +CREATED +LAST USED +EXPIRES\n/);
  for (const hint of [key, rotated.apiKey, server.apiKey].map((one) => `…${one.slice(-4)}`))
    expect(table).toContain(hint);
  expect(table).not.toContain(key);

  const revoked = await tidings("keys", "revoke", rotated.id);
  expect(revoked.stdout).toBe(
    `Revoked …${rotated.apiKey.slice(-4)} of Development. Every process refuses it within 5 seconds.\n`,
  );
  await untilRefused(rotated.apiKey);
  expect((await json("keys", "list")).map(({ id }: any) => id)).not.toContain(rotated.id);
  for (const [args, sentence] of [
    [["revoke", "zzzz"], 'There is no API key "zzzz"; `tidings keys list` shows their ids\n'],
    [["create", "--scopes", "read,admin"], '--scopes must be some of read, trigger, manage, not "admin"\n'],
    [["create", "--expires", "yesterday"], expect.stringContaining("--expires must be a time in the future")],
    [
      ["create", "--environment", "Nowhere"],
      'There is no environment "Nowhere"; existing environments: "Development"\n',
    ],
  ] as const) {
    expect(await tidings("keys", ...args)).toMatchObject({ code: 1, stdout: "", complaints: sentence });
  }
  expect(await tidings("keys", "burn")).toMatchObject({ code: 2, stdout: "" });
});

test("given environments, the CLI renames and deletes them, and keeps the last one", async () => {
  const { id, apiKey } = await json("environments", "create", "Shop");
  expect(await json("environments", "rename", "Shop", "Shop EU")).toMatchObject({ id, name: "Shop EU" });
  expect((await tidings("environments", "rename", "Shop EU", "Development")).stderr).toContain("named");
  expect(await statusWith(apiKey)).toBe(200);
  const unsure = await tidings("environments", "delete", "Shop EU");
  expect([unsure.code, unsure.stderr]).toEqual([1, expect.stringContaining("add --yes")]);
  expect((await tidings("environments", "delete", "Shop EU", "--yes")).stdout).toContain(
    `Deleted Shop EU (${id})`,
  );
  await untilRefused(apiKey);
  const last = await tidings("environments", "delete", "Development", "--yes");
  expect([last.code, last.complaints]).toEqual([1, "The last environment cannot be deleted\n"]);
});

test("given a directory without a store, CLI commands create none and say what to do", async () => {
  const empty = await openTestMachine();
  try {
    for (const args of [
      ["environments", "list"],
      ["environments", "delete", "x", "--yes"],
      ["keys", "list"],
      ["keys", "create"],
      ["environments", "create", "My tests"],
    ]) {
      const { code, stdout, stderr } = await empty.run(args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(
        `There is no store in ${empty.dataDirectory}. Create one with \`tidings serve\`, or choose another`,
      );
    }
    expect(existsSync(empty.dataDirectory)).toBe(false);
  } finally {
    await empty.close();
  }
});

test("given a key in the settings, a start adds it, unless it is revoked or of another environment", async () => {
  const given = "g".repeat(40);
  const second = await machine.serve([], { ...env, TIDINGS_API_KEY: given });
  expect(second.stdout).toContain(
    "API key      the one given in the settings was added to the environment Development\n",
  );
  expect(second.stdout + second.stderr).not.toContain(given);
  expect([await statusWith(given), await statusWith(server.apiKey ?? "")]).toEqual([200, 200]);
  expect(await second.end("SIGTERM")).toMatchObject({ code: 0 });
  const third = await machine.serve([], { ...env, TIDINGS_API_KEY: given });
  expect(third.stdout).not.toContain("API key");
  await third.end("SIGTERM");

  const { apiKey } = await json("environments", "create", "Other");
  const foreign = await machine.run(["serve"], { ...env, TIDINGS_API_KEY: apiKey });
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    expect.stringContaining("opens the environment Other and cannot open Development too"),
  ]);
  const all = await json("keys", "list");
  const { id } = all.find(({ name }: any) => name === "From the settings");
  await tidings("keys", "revoke", id);
  const revoked = await machine.run(["serve"], { ...env, TIDINGS_API_KEY: given });
  expect([revoked.code, revoked.stderr]).toEqual([1, expect.stringContaining("was revoked or has expired")]);
});
