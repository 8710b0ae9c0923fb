import { expect, test } from "vitest";
import { useTestMachines } from "../testing/test-process.ts";

/** `tidings environments` beside a running server and without it. */

const newMachine = useTestMachines();

test("environments: none is created where there is no store, and TIDINGS_API_KEY does not become a key", async () => {
  const machine = await newMachine();
  const foreign = "key-of-another-server-0123456789abcdef";
  const env = { TIDINGS_API_KEY: foreign, TIDINGS_URL: "http://127.0.0.1:3000" };
  const create = ["environments", "create", "My tests", "--test"];
  const refused = await machine.run(create, env);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(
    /^There is no store in \S+\. Create one with `tidings serve`, or choose another with --data-dir/,
  );
  expect((await machine.run(["environments", "list"], env)).code).toBe(1);

  const migrated = await machine.run(["migrate"], env);
  expect(migrated.stderr).toMatch(/Creating a database in \S+: this happens only once/);
  const created = await machine.run([...create, "--json"], env);
  expect(created.code).toBe(0);
  const { apiKey, store } = JSON.parse(created.stdout);
  expect(apiKey).not.toBe(foreign);
  expect(store).toBe(/There is no store in (\S+)\. Create/.exec(refused.stderr)?.[1]);
  const another = await machine.run(["environments", "create", "Another"], env);
  expect(another.stdout).toContain(`\nDatabase     ${store}\n`);
  expect(another.stdout).not.toContain(foreign);
  const zone = (...words: string[]) => machine.run(["environments", "timezone", "Another", ...words], env);
  expect((await zone()).stdout).toBe("Another  UTC\n");
  expect(await zone("Vancouver")).toMatchObject({
    code: 1,
    stderr: 'timezone must be the name of a time zone, which "Vancouver" is not; write America/Vancouver\n',
  });
  const changed = await zone("america/vancouver", "--json");
  expect(JSON.parse(changed.stdout)).toMatchObject({ name: "Another", timezone: "America/Vancouver" });
  expect((await zone()).stdout).toBe("Another  America/Vancouver\n");
  const own = "key-of-this-environment-0123456789abcdef";
  const chosen = await machine.run(["environments", "create", "Chosen", "--json", "--api-key", own], env);
  expect(JSON.parse(chosen.stdout).apiKey).toBe(own);
  expect(machine.leftovers()).toEqual([]);
});

test("environments: are listed and created while the server runs and while it does not", async () => {
  const machine = await newMachine();
  const create = (name: string) => machine.run(["environments", "create", name, "--json"]);
  const migrated = await machine.run(["migrate", "--json"]);
  expect([migrated.code, JSON.parse(migrated.stdout)]).toEqual([0, { applied: expect.any(Number) }]);
  expect((await machine.run(["migrate"])).stdout).toContain("up to date");
  const before = await create("Staging");
  expect(before.code).toBe(0);
  expect(machine.leftovers()).toEqual([]);

  const server = await machine.serve();
  const during = await create("Production");
  for (const { stdout } of [before, during]) {
    const caller = server.caller(JSON.parse(stdout).apiKey);
    await caller.finished(await caller.trigger("welcome", "ada"));
  }
  // Operators often have TIDINGS_API_KEY set for API calls: it must not become the key of the new environment.
  const { apiKey } = JSON.parse(during.stdout);
  const third = await machine.run([
    "environments",
    "create",
    "Third",
    "--test",
    "--json",
    "--api-key",
    apiKey,
  ]);
  expect(third.code).toBe(0);
  expect(JSON.parse(third.stdout)).toMatchObject({ name: "Third", isTest: true });
  expect(JSON.parse(third.stdout).apiKey).not.toBe(apiKey);
  const taken = await create("Production");
  expect(taken).toMatchObject({ code: 1, stdout: "" });
  expect(taken.complaints).toBe('There is an environment named "Production" already\n');
  const { stdout } = await machine.run(["environments", "list", "--json"]);
  expect(JSON.parse(stdout).map((one: any) => one.name)).toEqual(["Staging", "Production", "Third"]);
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });
  expect((await machine.run(["environments", "list"])).stdout).toMatch(
    / {2}Staging\n[\s\S]* {2}Production\n/,
  );
  expect(await machine.run(["environments", "burn"])).toMatchObject({ code: 2, stdout: "" });
  expect(machine.leftovers()).toEqual([]);
});
