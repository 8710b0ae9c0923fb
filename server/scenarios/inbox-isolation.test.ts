import { type AnyOperation, OPERATIONS } from "@tidings/contract";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionRefused } from "../src/inbox/session.ts";
import { sessionToken } from "../src/inbox/session-token.ts";
import { problemOf } from "../testing/answer-problem.ts";
import { environmentRows, untilErased } from "../testing/environment-rows.ts";
import { baseRequest, changedAt, draftFrom, requestOf } from "../testing/hostile-draft.ts";
import { idPositions, neverExisting } from "../testing/id-positions.ts";
import { openRawClient, type RawClient } from "../testing/raw-http.ts";
import { seedNewWorld, type World } from "../testing/seeded-world.ts";
import { hashOf, openInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/** A session opens one subscriber's inbox and nothing else; `isolation.test.ts` tries tokens of other environments. */

const service = await useTestService({ retention: {} });
const SENTENCE = sessionRefused().message;
const CONTEXT = { context: { region: "eu", tenant: "tenant" } };
let client: RawClient;
let victim: World;
let rowsOfVictim: Record<string, string>;
/** The token of another subscriber of the same environment, without messages. */
let neighbour: string;
/** Tokens that are refused, by what is wrong with them. */
const refused: Record<string, string | undefined> = {};

const OF_SESSIONS = OPERATIONS.filter(({ principal }) => principal === "subscriber");
/** All rows of the environment; of preferences and subscriptions, those of the victim, because others have their own. */
const rowsOf = async ({ environment, shared }: World) => {
  const rows = await environmentRows(service.database, environment.id);
  const read = async (path: string) =>
    JSON.stringify((await environment.get(`/v2/subscribers/${shared.subscriber}/${path}`)).body);
  return {
    ...rows,
    subscriber_preferences: await read("preferences?criticality=all"),
    topic_members: await read("subscriptions?limit=100"),
  };
};

beforeAll(async () => {
  client = openRawClient(service.url);
  victim = await seedNewWorld(service, "canaryvictim");
  const { environment, inboxToken } = victim;
  // Without a hash, so that this test does not need to sign the contexts.
  const open = async (subscriberId: string) =>
    (await openInbox(service.url, environment, subscriberId, { ...CONTEXT, subscriberHash: undefined }))
      .token;
  neighbour = await open("neighbour");
  const gone = await open("gone");
  await environment.delete("/v2/subscribers/gone");
  const doomed = await service.newEnvironment("test", environment.organizationId);
  const ofDoomed = (await openInbox(service.url, doomed, "ada")).token;
  expect((await environment.towards(doomed).delete(`/v1/environments/${doomed.id}`)).status).toBe(200);
  Object.assign(refused, {
    ...{
      none: undefined,
      "an API key": `ApiKey ${environment.apiKey}`,
      "another scheme": `Basic ${inboxToken}`,
    },
    ...{ empty: "Bearer ", "no token": "Bearer a.b.c", cut: `Bearer ${inboxToken.slice(0, -1)}` },
    ...{ longer: `Bearer ${inboxToken}A`, "too long": `Bearer ${"A".repeat(6_000)}` },
    forged: `Bearer ${forgedFrom(inboxToken)}`,
    expired: `Bearer ${await withClaims(1)}`,
    "of an unknown key": `Bearer ${await withClaims(Number.MAX_SAFE_INTEGER, "0".repeat(24))}`,
    "of a deleted subscriber": `Bearer ${gone}`,
    "of a deleted environment": `Bearer ${ofDoomed}`,
    "of a revoked key": `Bearer ${await tokenOfRevokedKey()}`,
  });
  await untilErased(service.database, environment.id);
  rowsOfVictim = await rowsOf(victim);
});
afterAll(() => client.close());

/** Other claims under the old signature: the session would never expire. */
function forgedFrom(token: string): string {
  const bytes = Buffer.from(token, "base64url");
  const claims = bytes
    .subarray(16)
    .toString()
    .replace(/,(\d{13}),/, ",9$1,");
  return Buffer.concat([bytes.subarray(0, 16), Buffer.from(claims)]).toString("base64url");
}

/** A token with a good signature for the victim's shared subscriber. */
async function withClaims(expiresAtMs: number, apiKeyId?: string): Promise<string> {
  const [row] = await service.database.query<any>(sql`
    select s.id as "subscriberId", k.id as "apiKeyId" from subscribers s join api_keys k using (environment_id)
    where s.environment_id = ${victim.environment.id} and s.subscriber_id = ${victim.shared.subscriber}
    order by k.id limit 1`);
  const { subscriberId } = row;
  const claims = {
    environmentId: victim.environment.id,
    subscriberId,
    contextKeys: [],
    expiresAtMs,
    isProven: true,
  };
  return sessionToken(service.database.secrets, { ...claims, apiKeyId: apiKeyId ?? row.apiKeyId });
}

async function tokenOfRevokedKey(): Promise<string> {
  const { environment } = victim;
  const keys = `/v1/environments/${environment.id}/api-keys`;
  const { body } = await environment.post(keys, { scopes: ["manage"] });
  const signed = { id: environment.id, apiKey: body.key };
  const { token } = await openInbox(service.url, signed, victim.shared.subscriber);
  expect((await environment.delete(`${keys}/${body._id}`)).status).toBe(200);
  return token;
}

const send = (operation: AnyOperation, base: object, authorization: string | undefined) =>
  client.send(requestOf(draftFrom(operation, base, authorization)));

describe("without a valid token: 401 with the same words, and nothing changes", () => {
  test.each(OF_SESSIONS.map((one) => [one.id, one] as const))("%s", async (_, operation) => {
    for (const [what, authorization] of Object.entries(refused)) {
      const answer = await send(operation, baseRequest(operation, victim, 0), authorization);
      expect(problemOf(answer), what).toBeUndefined();
      expect([what, JSON.parse(answer.text)]).toMatchObject([what, { statusCode: 401, message: SENTENCE }]);
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

const textOf = ({ status, text }: { status: number; text: string }, id: string) =>
  `${status} ${text.replaceAll(id, "<id>").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")}`;

describe("another subscriber of the environment: an id of the victim is like an unknown one", () => {
  // This one subscribes its caller; `inbox-subscriptions.test.ts` tries the identifiers of others.
  const others = OF_SESSIONS.filter(({ id }) => id !== "createInboxSubscription");
  test.each(others.map((one) => [one.id, one] as const))("%s", async (_, operation) => {
    const base = baseRequest(operation, victim, 0);
    for (const { at, kind } of idPositions(operation)) {
      for (const id of kind === "inboxMessage" || kind === "subscription" ? victim.own[kind] : []) {
        const [answer, never] = await Promise.all(
          [id, neverExisting(id, victim)].map(async (one) =>
            textOf(
              await send(operation, changedAt(base, at, () => one) as object, `Bearer ${neighbour}`),
              one,
            ),
          ),
        );
        expect(answer).toBe(never);
        expect(answer).not.toContain(victim.canary);
      }
    }
    // Changes of many, and lists: nothing of the victim is among them.
    const { status, text } = await send(operation, base, `Bearer ${neighbour}`);
    // Workflows belong to the environment; their names have the canary too.
    const marks = [`Ada ${victim.canary}`, ...victim.own.inboxMessage];
    // A refusal repeats the id of its request.
    if (status < 400) for (const mark of marks) expect(text).not.toContain(mark);
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

test("other hashes: of another subscriber, of another environment's key, of other contexts: 401", async () => {
  const { environment, shared } = victim;
  const stranger = await service.newEnvironment();
  const { subscriber } = shared;
  const hashes = [
    { subscriberHash: hashOf(environment, "neighbour") },
    { subscriberHash: hashOf(stranger, subscriber) },
    { subscriberHash: hashOf(environment, subscriber), ...CONTEXT },
    { subscriberHash: hashOf(environment, subscriber), ...CONTEXT, contextHash: hashOf(environment, "{}") },
    { contextHash: hashOf(environment, "{}"), ...CONTEXT },
  ];
  for (const more of hashes) {
    const body = { applicationIdentifier: environment.id, subscriber: { subscriberId: subscriber }, ...more };
    const { status, body: answer } = await stranger.post("/v1/inbox/session", body);
    expect([status, answer.message]).toEqual([401, SENTENCE]);
  }
  expect(await rowsOf(victim)).toEqual(rowsOfVictim);
});

test("the owner's token: lists exactly the messages of its subscriber and contexts", async () => {
  const own = await service.database.query<{ id: string }>(sql`
    select m.id from messages m join subscribers s on s.environment_id = m.environment_id and s.id = m.subscriber_id
    where m.environment_id = ${victim.environment.id} and m.channel = 'in_app'
      and s.subscriber_id = ${victim.shared.subscriber} order by m.id desc`);
  const headers = { authorization: `Bearer ${victim.inboxToken}` };
  const response = await fetch(`${service.url}/v1/inbox/notifications`, { headers });
  const { data } = (await response.json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  expect(own.length).toBeGreaterThan(1);
});
