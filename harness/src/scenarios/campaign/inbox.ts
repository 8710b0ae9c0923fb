import type { Random } from "../../random.ts";
import type { TestBed } from "../../scenario.ts";
import type { Activity } from "./activity.ts";
import { type Api, type ApiRequest, openApi } from "./api.ts";
import { listAt, textAt } from "./fields.ts";
import { differences, type InboxState, WISHES } from "./inbox-wishes.ts";
import { READERS, readerOf } from "./requests.ts";

const PAUSE_MS = 700;
/** Notifications of a round. */
const AT_ONCE = 3;
/** The share of rounds that open a new session. */
const REOPENED = 0.1;
/** On an idle machine: the short snoozes end, each at most a second late. */
const RETURNED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

type Reading = {
  api: Api;
  random: Random;
  applicationIdentifier: string;
  /** By reader. */
  tokens: Map<string, string>;
  /** Ids of notifications, also of those with an action that was not acknowledged. */
  touched: Set<string>;
  /** What was acknowledged, by the ids of notifications. */
  wanted: Map<string, InboxState>;
};

/** Readers open sessions, list their notifications and act: what was acknowledged must be found at the end. */
export function inboxActions(): Activity {
  const wanted: Reading["wanted"] = new Map();
  return {
    name: "inbox actions",
    pauseMs: PAUSE_MS,
    count: () => wanted.size,
    begin: async (testBed) => {
      const listed: unknown = (await testBed.cluster.request("GET", "/v1/integrations")).body;
      const reading: Reading = {
        api: openApi(testBed, "inbox"),
        random: testBed.random.fork("inbox"),
        applicationIdentifier: textAt(listAt(listed)[0], "_environmentId"),
        tokens: new Map(),
        touched: new Set(),
        wanted,
      };
      testBed.afterSettling(() => expectStates(testBed, wanted));
      return () => readOne(reading);
    },
  };
}

async function readOne(reading: Reading): Promise<void> {
  const { api, random, touched } = reading;
  const reader = readerOf(random.integer(0, READERS - 1));
  const token = await tokenOf(reading, reader);
  if (!token) return;
  const authorization = `Bearer ${token}`;
  const path = "/v1/inbox/notifications?read=false&archived=false&snoozed=false&limit=20";
  const listed = await api.ask({ method: "GET", path, authorization, expects: [200] });
  const ids = listAt(listed?.body, "data").map((one) => textAt(one, "id"));
  for (const id of ids.filter((one) => !touched.has(one)).slice(0, AT_ONCE)) {
    touched.add(id);
    await act(reading, id, authorization);
  }
}

async function tokenOf(
  { api, random, applicationIdentifier, tokens }: Reading,
  reader: string,
): Promise<string> {
  const known = tokens.get(reader);
  if (known && !random.chance(REOPENED)) return known;
  const body = { applicationIdentifier, subscriber: { subscriberId: reader } };
  const path = "/v1/inbox/session";
  const opened = await api.ask({ method: "POST", path, body, authorization: "", expects: [201] });
  const token = textAt(opened?.body, "data", "token");
  tokens.set(reader, token);
  return token;
}

/** One change by chance, and in half of the cases the answer to the question before or after it. */
async function act({ api, random, wanted }: Reading, id: string, authorization: string): Promise<void> {
  const { path, snoozeMs, state } = random.pick(WISHES);
  const change = (action: string, body?: object): ApiRequest => ({
    method: "PATCH",
    path: `/v1/inbox/notifications/${id}/${action}`,
    authorization,
    expects: [200],
    ...(body === undefined ? {} : { body }),
  });
  const snooze = (ms: number): ApiRequest => ({
    ...change(path, { snoozeUntil: new Date(Date.now() + ms).toISOString() }),
    // If the attempts before had no answer for so long that the moment has passed.
    expectsAgain: [400],
  });
  const isPressed = random.chance(0.5);
  const changes = [snoozeMs === undefined ? change(path) : snooze(snoozeMs)];
  if (isPressed) changes.splice(random.integer(0, 1), 0, change("complete", { actionType: "primary" }));
  for (const one of changes) if ((await api.ask(one))?.status !== 200) return;
  wanted.set(id, { ...state, isPressed });
}

async function expectStates(testBed: TestBed, wanted: Reading["wanted"]): Promise<void> {
  let found = new Map<string, InboxState>();
  // All else was stored before it was acknowledged.
  const haveReturned = async () => {
    found = await statesOf(testBed, [...wanted.keys()]);
    return [...wanted].every(([id, { isSnoozed }]) => isSnoozed || !found.get(id)?.isSnoozed);
  };
  await testBed.waitUntil(haveReturned, RETURNED_WITHIN_MS, LOOK_EVERY_MS);
  const wrong = differences(wanted, found);
  for (const what of wrong) testBed.expect(false, what);
  testBed.log(`${wanted.size} notifications of inboxes are as acknowledged, except ${wrong.length}`);
}

async function statesOf({ cluster }: TestBed, ids: readonly string[]): Promise<Map<string, InboxState>> {
  const { rows } = await cluster.withDatabase((client) =>
    client.query<InboxState & { id: string }>(
      `select id, read_at is not null as "isRead", archived_at is not null as "isArchived",
         snoozed_until is not null as "isSnoozed", coalesce(cta->'action'->>'status' = 'done', false) as "isPressed"
       from messages where id = any($1)`,
      [ids],
    ),
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}
