import { type AnyOperation, KEY_SCOPES, type KeyScope, OPERATIONS, scopeOf } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemOf } from "../testing/answer-problem.ts";
import { environmentRows } from "../testing/environment-rows.ts";
import {
  authorizationOf,
  baseRequest,
  changedAt,
  draftFrom,
  draftOf,
  requestOf,
} from "../testing/hostile-draft.ts";
import { idPositions, neverExisting } from "../testing/id-positions.ts";
import { openRawClient, type RawAnswer, type RawClient } from "../testing/raw-http.ts";
import { seedNewWorld, type World } from "../testing/seeded-world.ts";
import { type DashboardPage, openDashboard } from "../testing/test-dashboard.ts";
import { useTestService } from "../testing/test-service.ts";
import { triggerBody } from "../testing/world-bodies.ts";

// A wrong key is tried with every operation, and all requests come from one address.
const service = await useTestService({ wrongKeysPerMinute: 0, retention: {} });
let client: RawClient;
let victim: World;
let rowsOfVictim: Record<string, string>;
/** The victim's keys with one scope each. */
const keys = {} as Record<KeyScope, string>;
/** Environments of other keys: one of the same organization, one of another. */
let strangers: World[];
/** An environment that also holds the victim's key. It owns no record yet with the name of a victim's record. */
let holder: World;

/** All rows of an environment, with the row of the environment itself. */
const rowsOf = async ({ environment }: World) => {
  const [own] = await service.database.queryPlanned<{ row: string }>(sql`
    select e::text as row from environments e where id = ${environment.id}`);
  return { ...(await environmentRows(service.database, environment.id)), environments: own?.row ?? "" };
};

beforeAll(async () => {
  client = openRawClient(service.url);
  victim = await seedNewWorld(service, "canaryvictim");
  strangers = [
    await seedNewWorld(service, "canarysibling", victim.environment.organizationId),
    await seedNewWorld(service, "canaryother"),
  ];
  holder = await seedNewWorld(service, "canaryholder");
  for (const scope of KEY_SCOPES) {
    const { body } = await victim.environment.post(`/v1/environments/${victim.environment.id}/api-keys`, {
      scopes: [scope],
    });
    keys[scope] = body.key;
  }
  await keepAnswersOf(victim);
  rowsOfVictim = await rowsOf(victim);
});
afterAll(() => client.close());

const keyOf = ({ id }: AnyOperation) => `key-of-${id}`;

/** Stores responses as if the environment had made every request under a key that is easy to guess. */
async function keepAnswersOf({ environment }: World): Promise<void> {
  await service.database.queryPlanned(sql`
    insert into stored_responses (environment_id, idempotency_key, fingerprint, status, response_sealed, expires_at)
    select ${environment.id}, key, '', 200, 'sealed', now() + interval '1 hour'
    from unnest(${OPERATIONS.map(keyOf)}::text[]) key`);
}

/** By method; within a method the last first, so that a record is deleted after what belongs to it. */
const inOrder = (...order: readonly string[]): [string, AnyOperation][] =>
  OPERATIONS.toReversed()
    .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    .map((operation) => [operation.id, operation]);
/** Creating comes last, so that strangers own no record yet with the name of a victim's record. */
const CREATING_LAST = inOrder("GET", "DELETE", "PUT", "PATCH", "POST");
const DELETING_LAST = inOrder("GET", "PUT", "PATCH", "POST", "DELETE");
const withKey = ([, { isOpen, principal }]: [string, AnyOperation]) => !isOpen && !principal;
const notOpen = ([, { isOpen }]: [string, AnyOperation]) => !isOpen;

/** An answer without what differs between requests: the requested id, new ids, times. */
function withoutVariables({ status, text }: RawAnswer, id: string): string {
  const { path: _, timestamp: __, ...body } = text.startsWith("{") ? JSON.parse(text) : { text };
  const normalized = JSON.stringify(body)
    .replaceAll(id, "<id>")
    .replaceAll(/[0-9a-f]{24}/g, "<made>")
    .replaceAll(/_(wf|st)_[0-9A-Za-z]{16}/g, "_<slug>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/"token":"[^"]+"/g, '"token":"<token>"')
    .replaceAll(/\b(new|txn)-\d+/g, "<fresh>");
  return `${status} ${normalized}`;
}

let requests = 0;
const fresh = () => ++requests;

/** Sends the stranger's own request with another id at one position. */
async function requestWithId(
  stranger: World,
  operation: AnyOperation,
  at: readonly (string | number)[],
  id: string,
) {
  const base = changedAt(baseRequest(operation, stranger, fresh()), at, () => id) as object;
  return answerTo(stranger, operation, base, id);
}

async function answerTo(stranger: World, operation: AnyOperation, base: object, id: string) {
  const draft = draftFrom(operation, base, authorizationOf(operation, stranger));
  return withoutVariables(await client.send(requestOf(draft)), id);
}

/** Answers that are no lists, lists of providers, and lists of environments, which have a test below. */
const NO_LISTS = [
  ...["getSystem", "getStatistics", "getTestClock", "getOwnEnvironment"],
  ...["listEnvironments", "listProviders"],
];

/** Lists whose answers have no `totalCount`. */
const WITHOUT_COUNT = ["listActiveIntegrations", "listIntegrations", "listNotifications"];

test("lists and counts: contain all records of the environment and no others", async () => {
  const lists: Record<string, string> = {
    searchSubscribers: "subscribers",
    listTopics: "topics",
    listContexts: "contexts",
    listSubscribersV1: "subscribers",
    listTopicsV1: "topics",
    listMessages: "messages",
    listNotifications: "notifications",
    listDeadLetters: "dead_letters",
    listSuppressions: "suppressions",
    listIntegrations: "integrations",
    listActiveIntegrations: "integrations",
    listWorkflows: "workflows",
  };
  for (const operation of OPERATIONS.filter(
    ({ id, method, params, isOpen, principal }) =>
      method === "GET" && !params && !isOpen && !principal && !NO_LISTS.includes(id),
  )) {
    for (const { environment } of [victim, ...strangers]) {
      const table = lists[operation.id] ?? `no table of ${operation.id} is known`;
      const own = await service.database.queryPlanned<{ id: string }>(sql`
        select id from ${raw(table)} where environment_id = ${environment.id} order by id`);
      const { body } = await environment.get(`${operation.path}${operation.query ? "?limit=50" : ""}`);
      const listed = (body.data ?? body.workflows ?? body).map((one: any) => one._id ?? one.id);
      expect(listed.toSorted()).toEqual(own.map(({ id }) => id));
      expect(body.totalCount).toBe(WITHOUT_COUNT.includes(operation.id) ? undefined : own.length);
    }
  }
});

test("walking a list record by record: returns own records only, in both directions", async () => {
  for (const { environment } of [victim, ...strangers]) {
    const { body: whole } = await environment.get("/v2/subscribers?limit=50");
    const walk = async (direction: "next" | "previous", start: string) => {
      const met: string[] = [];
      for (let path: string | null = start; path !== null; ) {
        const { body }: { body: any } = await environment.get(`/v2/subscribers?limit=1${path}`);
        met.push(...body.data.map((one: any) => one._id));
        const side = direction === "next" ? "after" : "before";
        path = body[direction] === null ? null : `&${side}=${body[direction]}`;
      }
      return met;
    };
    const ids = whole.data.map((one: any) => one._id);
    expect(await walk("next", "")).toEqual(ids);
    expect(await walk("previous", `&before=${ids.at(-1)}`)).toEqual(ids.slice(0, -1).reverse());
    expect(ids.length).toBeGreaterThan(1);
    const ends = [`&includeCursor=true&after=${ids[0]}`, `&includeCursor=true&before=${ids.at(-1)}`];
    const [first, last] = await Promise.all(
      ends.map((end) => environment.get(`/v2/subscribers?limit=1${end}`)),
    );
    expect([first?.body.previous, last?.body.next]).toEqual([null, null]);
  }
});

test("a transactionId used by other environments too: belongs to the caller", async () => {
  for (const { environment, shared, own, canary } of [victim, ...strangers]) {
    const to = [shared.subscriber, ...own.subscriber.slice(0, 1)];
    const again = triggerBody({ transactionId: shared.transaction, to, canary });
    expect((await environment.post("/v1/events/trigger", again)).body.transactionId).toBe(shared.transaction);
    const changed = { ...again, payload: {} };
    expect((await environment.post("/v1/events/trigger", changed)).status).toBe(422);
  }
  expect(await rowsOf(victim)).toEqual(rowsOfVictim);
});

test("environments: are listed with those of the same organization and no others", async () => {
  for (const { environment } of [victim, ...strangers]) {
    const own = await service.database.queryPlanned<{ id: string }>(sql`
      select id from environments where organization_id = ${environment.organizationId} order by id`);
    const { body } = await environment.get("/v1/environments");
    expect(body.map((one: any) => one._id)).toEqual(own.map(({ id }) => id));
    expect((await environment.get("/v1/environments/me")).body._id).toBe(environment.id);
  }
});

describe("given an id of another environment, the answer is the same as for an unknown id", () => {
  test.each(CREATING_LAST)("%s", async (_, operation) => {
    for (const { at, kind } of idPositions(operation)) {
      for (const stranger of strangers) {
        for (const foreign of victim.own[kind]) {
          const where = `${operation.id} ${at.join(".")} = ${foreign} for ${stranger.canary}`;
          const answer = await requestWithId(stranger, operation, at, foreign);
          const never = await requestWithId(stranger, operation, at, neverExisting(foreign, victim));
          expect(answer, where).toBe(never);
          expect(answer, where).not.toContain(victim.canary);
        }
      }
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("given the victim's key in Target-Authorization, only operations with a target know its environment", () => {
  const others = CREATING_LAST.filter(withKey).filter(([, { hasTarget }]) => !hasTarget);
  test.each(others)("%s", async (_, operation) => {
    const headers = { "target-authorization": `ApiKey ${victim.environment.apiKey}` };
    for (const { at, kind } of idPositions(operation)) {
      const request = (id: string) => {
        const base = changedAt(baseRequest(operation, holder, fresh()), at, () => id) as object;
        return answerTo(holder, operation, { ...base, headers }, id);
      };
      for (const foreign of victim.own[kind].slice(0, 1)) {
        const answer = await request(foreign);
        expect(answer).toBe(await request(neverExisting(foreign, victim)));
        expect(answer).not.toContain(victim.canary);
      }
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("given an id that both environments use, the operation acts on the caller's own", () => {
  test.each(DELETING_LAST.filter(notOpen))("%s", async (_, operation) => {
    for (const stranger of strangers) {
      const draft = draftOf(operation, stranger, fresh());
      draft.headers.push(["idempotency-key", keyOf(operation)]);
      const answer = await client.send(requestOf(draft));
      expect(problemOf(answer, operation)).toBeUndefined();
      expect(answer.text).not.toContain("is being reused");
      // By now the stranger owns records that it named like the victim's in the tests above.
      const foreign = answer.text.replaceAll(/(only|later)-canaryvictim/g, "");
      expect(foreign).not.toContain(victim.canary);
      expect(answer.status).toBe(operation.status);
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("without a valid key: 401, and nothing changes", () => {
  const refusals: [string | undefined, string][] = [
    [undefined, "Missing authorization header"],
    [`ApiKey ${"0".repeat(64)}`, "API Key not found"],
    ["ApiKey ", "Unauthorized"],
    ["Bearer ey.J0.x", "Unauthorized"],
    ["Foo bar", "Invalid authentication scheme; send: Authorization: ApiKey <API_KEY>"],
  ];
  test.each(DELETING_LAST.filter(withKey))("%s", async (_, operation) => {
    for (const [authorization, message] of refusals) {
      const answer = await client.send(
        requestOf(draftFrom(operation, baseRequest(operation, victim, 0), authorization)),
      );
      expect(problemOf(answer)).toBeUndefined();
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 401, message });
      expect(Object.keys(JSON.parse(answer.text))).not.toContain("errors");
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("given a session of the dashboard without the environment: 404, and nothing changes", () => {
  let pages: DashboardPage[];
  beforeAll(async () => {
    pages = await Promise.all(
      strangers.map(async ({ environment: { apiKey } }) => {
        const page = openDashboard(service.url);
        await page.call("POST", "/dashboard/session", { apiKey });
        return page;
      }),
    );
  });
  test.each(DELETING_LAST.filter(notOpen))("%s", async (_, operation) => {
    for (const { cookie } of pages) {
      const request = requestOf(draftFrom(operation, baseRequest(operation, victim, 0)));
      const path = `/dashboard/api/${victim.environment.id}${request.path}`;
      const ownPage = [["cookie", cookie] as const, ["origin", service.url] as const];
      const answer = await client.send({ ...request, path, headers: [...request.headers, ...ownPage] });
      expect([operation.id, answer.status]).toEqual([operation.id, 404]);
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("given a key without the operation's scope, the answer is 403 and nothing changes", () => {
  test.each(DELETING_LAST.filter(withKey))("%s", async (_, operation) => {
    const required = scopeOf(operation);
    for (const scope of KEY_SCOPES.filter((one) => one !== required && one !== "manage")) {
      const base = baseRequest(operation, victim, 0);
      const answer = await client.send(requestOf(draftFrom(operation, base, `ApiKey ${keys[scope]}`)));
      expect(problemOf(answer)).toBeUndefined();
      const message = `This API key lacks the scope "${required}"; it has "${scope}"`;
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 403, message });
    }
    expect(await rowsOf(victim)).toEqual(rowsOfVictim);
  });
});

describe("given a key with only the operation's scope, the operation succeeds", () => {
  const changing = new Set(["PUT", "PATCH", "DELETE"]);
  const isHarmless = ({ id, method, isOpen, principal }: AnyOperation) =>
    !isOpen && !principal && !changing.has(method) && id !== "removeTopicSubscribersV1";
  test.each(OPERATIONS.filter(isHarmless).map((one) => [one.id, one] as const))(
    "%s",
    async (_, operation) => {
      const key = keys[scopeOf(operation) as KeyScope];
      const draft = draftFrom(operation, baseRequest(operation, victim, fresh()), `ApiKey ${key}`);
      const answer = await client.send(requestOf(draft));
      expect(problemOf(answer, operation)).toBeUndefined();
      expect(answer.status).toBe(operation.status);
    },
  );
});

describe("given the owner's key, every operation still works", () => {
  test.each(DELETING_LAST)("%s", async (_, operation) => {
    const answer = await client.send(requestOf(draftOf(operation, victim, fresh())));
    expect(problemOf(answer, operation)).toBeUndefined();
    expect(answer.status).toBe(operation.status);
  });
});
