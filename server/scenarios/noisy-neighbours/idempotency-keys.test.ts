import { expect, test } from "vitest";
import type { Attacker } from "../../testing/noisy-attack.ts";
import { useNoisyService } from "../../testing/noisy-neighbour.ts";
import { type BriefClient, openBriefClient } from "../../testing/noisy-requests.ts";
import { slowText } from "../../testing/slow-text.ts";
import { inApp, step } from "../../testing/steps.ts";

const service = await useNoisyService();

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ subscriberId: `p${n}`, email: `p${n}@example.com` }));
const explain = (attacker: Attacker, body: object, key: string) =>
  attacker.call({
    method: "POST",
    path: "/v1/events/trigger/explain",
    body,
    headers: { "idempotency-key": key },
  });

/** An explanation changes nothing, so its response need not be stored. */
const KEPT_DISK_MB = 60;

/** Each explanation has 48 MB. */
test("given large explanations under idempotency keys, they do not fill the disk", async () => {
  const attack = async (attacker: Attacker) => {
    const body = { name: "welcome", to: people(25), payload: { text: "<".repeat(240_000) } };
    for (let n = 0; n < 3; n += 1) await explain(attacker, body, `large-${n}`);
    return [];
  };
  expect(await service.brokenBy(attack, { diskMb: KEPT_DISK_MB })).toEqual([]);
});

test("given twelve slow explanations under idempotency keys, the neighbour gets connections", async () => {
  const steps = Array.from({ length: 20 }, (_, n) =>
    step("email", `mail${n}`, { subject: slowText(`${2 * n}`), body: slowText(`${2 * n + 1}`) }),
  );
  await service.attacker.given.workflow("slow", steps);
  const attack = async (attacker: Attacker) => {
    const body = { name: "slow", to: people(1), payload: {} };
    await Promise.all(Array.from({ length: 12 }, (_, n) => explain(attacker, body, `slow-${n}`)));
    return [];
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

test("given keyed triggers whose payload check throws, no keyed trigger of the neighbour fails", async () => {
  await makeThrowingSchemas();
  const attack = async (attacker: Attacker) => {
    const client = openBriefClient(service.url, service.neighbour.apiKey);
    const until = performance.now() + 3_000;
    const statuses = new Map<number, number>();
    const key = (name: string, n: number) => ({ "idempotency-key": `${name}-${n}` });
    const attacking = [0, 1].map(async (lane) => {
      for (let n = lane; performance.now() < until; n += 2)
        await attacker.trigger("throwing", "p0", { y: "fine" }, key("attacker", n));
    });
    const neighbours = [0, 1].map(async (lane) => {
      for (let n = lane; performance.now() < until; n += 2) {
        const status = await triggerKeyed(client, key("neighbour", n));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await Promise.all([...attacking, ...neighbours]);
    client.close();
    const wrong = [...statuses].filter(([status]) => status !== 201);
    return wrong.map(([status, times]) => `${times} keyed triggers of the neighbour were answered ${status}`);
  };
  expect(await service.brokenBy(attack)).toEqual([]);
});

async function triggerKeyed(client: BriefClient, headers: Record<string, string>): Promise<number> {
  const body = { name: "plain", to: "nora", payload: {} };
  return (await client.call({ method: "POST", path: "/v1/events/trigger", body, headers })).status;
}

/** One schema replaces what the other refers to; if the service refuses that, the check does not throw. */
async function makeThrowingSchemas(): Promise<void> {
  const make = (workflowId: string, payloadSchema: object) =>
    service.attacker.post("/v2/workflows", {
      name: workflowId,
      workflowId,
      __source: "test",
      steps: [inApp("x")],
      validatePayload: true,
      payloadSchema,
    });
  const $id = "http://example.com/thrown";
  await make("first", { $id: "http://evil/a", properties: { p: { $id: `${$id}#/definitions/m` } } });
  await make("throwing", {
    $id,
    definitions: { m: { type: "string" } },
    properties: { y: { $ref: "#/definitions/m" } },
  });
  await service.attacker.post("/v1/events/trigger", { name: "first", to: "p0", payload: {} });
}

test("after all attacks: the process and its PostgreSQL stop in time", async () => {
  expect(await service.brokenByStopping()).toEqual([]);
});
