import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateKeyring } from "../src/foundation/secrets.ts";
import { withClient } from "../testing/cluster.ts";
import { cloneDatabase } from "../testing/test-database.ts";
import { type TestProcess, useTestMachines } from "../testing/test-process.ts";

/** The built program rotates the keys that seal secrets, from a file and from a setting. */

const newMachine = useTestMachines();

const integration = {
  providerId: "chat-webhook",
  channel: "chat",
  name: "Chat",
  identifier: "chat",
  active: true,
  credentials: { webhookUrl: "https://chat.test/hook", secretKey: "s3cret" },
};
/** The secret key as the API shows it: a mask only if it could be unsealed. */
const shownSecret = async (server: TestProcess, apiKey: string | undefined) => {
  const { body } = await server.caller(apiKey).get("/v1/integrations");
  return body.find((one: any) => one.identifier === "chat").credentials.secretKey;
};

test("keys of a file: rotate only while the service is stopped, and the old key is put aside", async () => {
  const machine = await newMachine();
  const first = await machine.serve();
  expect((await first.caller().post("/v1/integrations", integration)).status).toBe(201);
  const running = await machine.run(["secrets", "rotate"]);
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining("The service is running")]);
  await first.end("SIGTERM");

  const file = join(machine.dataDirectory, "secrets.key");
  const before = readFileSync(file, "utf8");
  const rotated = await machine.run(["secrets", "rotate"]);
  expect(rotated.code, rotated.stderr).toBe(0);
  expect(rotated.stdout).toMatch(
    /^\d secrets were re-sealed\. All secrets are now sealed with k2\.\nk1 was moved to /,
  );
  expect(rotated.stderr).toContain("api_keys.key_sealed: 1 re-sealed …\n");
  expect(readFileSync(file, "utf8")).toMatch(/^k2:[^,]+\n$/);
  expect(readFileSync(`${file}.old`, "utf8")).toBe(before);
  expect(machine.leftovers()).toEqual([]);
  const second = await machine.serve();
  expect(await shownSecret(second, first.apiKey)).toBe("••••••••");
  expect(await second.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
});

test("keys of a setting: rotate beside the running service; the new key then reads everything", async () => {
  const machine = await newMachine();
  const store = await cloneDatabase();
  const generated = await machine.run(["secrets", "generate"]);
  const [old, fresh] = [generateKeyring(), generated.stdout.trim()];
  expect(fresh).toMatch(/^k2:.{44}$/);
  const env = (keys: string) => ({ DATABASE_URL: store.url, TIDINGS_SECRETS_KEYS: keys });
  const server = await machine.serve([], env(`${old},${fresh}`));
  expect((await server.caller().post("/v1/integrations", integration)).status).toBe(201);
  const alone = await machine.run(["secrets", "rotate"], env(old));
  expect([alone.code, alone.stderr]).toEqual([
    1,
    expect.stringContaining("TIDINGS_SECRETS_KEYS has only one key"),
  ]);
  const rotated = await machine.run(["secrets", "rotate", "--json"], env(`${fresh},${old}`));
  expect(rotated.code, rotated.stderr).toBe(0);
  expect(JSON.parse(rotated.stdout)).toEqual({ current: "k2", count: expect.any(Number) });
  expect(await shownSecret(server, server.apiKey)).toBe("••••••••");
  await withClient(store.url, async (client) => {
    const { rows } = await client.query("select credentials_sealed as sealed from integrations");
    for (const { sealed } of rows) expect(sealed).toMatch(/^v1\.k2\./);
  });
  await server.end("SIGTERM");
  const later = await machine.serve([], env(fresh));
  expect(await shownSecret(later, server.apiKey)).toBe("••••••••");
  await later.end("SIGTERM");
  await store.drop();
});
