import { afterAll, beforeAll, expect, test } from "vitest";
import { generateKeyring } from "../src/foundation/secrets.ts";
import { withClient } from "../testing/cluster.ts";
import { cloneDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openTestMachine, type TestMachine } from "../testing/test-process.ts";

/** The built program on a database that a version without sealing wrote. */

let store: TestDatabase;
let machine: TestMachine;
beforeAll(async () => {
  store = await cloneDatabase();
  machine = await openTestMachine();
});
afterAll(async () => {
  await machine.close();
  await store.drop();
});

test("programs started at once: seal clear-text rows and still answer them as before", async () => {
  const env = { DATABASE_URL: store.url, TIDINGS_SECRETS_KEYS: generateKeyring() };
  const first = await machine.serve([], env);
  expect((await first.caller().post("/v2/subscribers", { subscriberId: "ada" })).status).toBe(201);
  expect(await first.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
  const credentials = { webhookUrl: "https://chat.test/in-clear" };
  const channels = [{ providerId: "chat-webhook", integrationId: "f".repeat(24), credentials }];
  await withClient(store.url, async (client) => {
    await client.query("update subscribers set channels = $1", [JSON.stringify(channels)]);
    await client.query("delete from sealed_tables");
  });

  const programs = await Promise.all([machine.serve([], env), machine.serve([], env)]);
  await expect
    .poll(() =>
      withClient(store.url, async (client) => {
        const { rows } = await client.query("select channels, channels_sealed from subscribers");
        const sealed = await client.query("select name from sealed_tables order by name");
        return [rows, sealed.rows.map(({ name }) => name)];
      }),
    )
    .toEqual([
      [{ channels: null, channels_sealed: expect.stringMatching(/^v1\./) }],
      ["integrations", "messages", "subscribers"],
    ]);
  const { body } = await (programs[0] as (typeof programs)[0])
    .caller(first.apiKey)
    .get("/v2/subscribers/ada");
  expect(body.channels[0].credentials).toEqual(credentials);
  for (const program of programs)
    expect(await program.end("SIGTERM")).toMatchObject({ code: 0, complaints: "" });
});
