import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { createSignInLink } from "../src/dashboard/sign-in.ts";
import { startService } from "../src/service.ts";
import { captureLog } from "../testing/captured-log.ts";
import { createMovableTime } from "../testing/movable-time.ts";
import { openDashboard, signInOperator } from "../testing/test-dashboard.ts";
import { useTestService } from "../testing/test-service.ts";

const captured = captureLog("trace");
const time = createMovableTime();
const service = await useTestService({}, { log: captured.log, time });
/** A process asks the database again about a session that it has known for 4 s. */
const CACHED_MS = 4_000;
const { url, database } = service;
const api = (environment: { id: string }, path: string) => `/dashboard/api/${environment.id}${path}`;

describe("a link", () => {
  test("opens a session of all environments, once", async () => {
    const [first, second] = [await service.newEnvironment(), await service.newEnvironment("test")];
    const link = await createSignInLink(database, "Grace");
    const page = openDashboard(url);
    const { status, body, headers } = await page.call("POST", "/dashboard/session", { link });
    expect(status).toBe(201);
    expect(headers.get("set-cookie")).toMatch(
      /^tidings_session=[\w-]{43}; Max-Age=604800; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
    );
    expect(body).toMatchObject({ isOperator: true, name: "Grace", version: expect.any(String) });
    expect(body.environments.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    expect((await page.call("GET", "/dashboard/session")).body).toEqual(body);
    const again = await openDashboard(url).call("POST", "/dashboard/session", { link });
    expect(again.status).toBe(401);
    expect(again.body.message).toContain("was used already");
    expect(captured.lines.join("\n")).not.toContain(link);
  });

  test("expires after 30 minutes", async () => {
    const link = await createSignInLink(database, "late");
    await database.query(sql`update sign_in_links set expires_at = now() where name = 'late'`);
    const { status, body } = await openDashboard(url).call("POST", "/dashboard/session", { link });
    expect([status, body.message]).toEqual([401, expect.stringContaining("older than 30 minutes")]);
  });

  test("two uses at the same moment open one session", async () => {
    const link = await createSignInLink(database, "twice");
    const uses = Array.from({ length: 5 }, () =>
      openDashboard(url).call("POST", "/dashboard/session", { link }),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 401, 401, 401, 401]);
  });
});

describe("an API key", () => {
  test("opens a session of its environment and scopes; further keys add to it", async () => {
    const [mine, other] = [await service.newEnvironment(), await service.newEnvironment()];
    const { body: made } = await mine.post(`/v1/environments/${mine.id}/api-keys`, { scopes: ["read"] });
    const page = openDashboard(url);
    const { body } = await page.call("POST", "/dashboard/session", { apiKey: made.key });
    expect(body).toMatchObject({ isOperator: false, environments: [{ _id: mine.id, scopes: ["read"] }] });
    expect((await page.call("GET", api(mine, "/v2/subscribers"))).status).toBe(200);
    expect((await page.call("GET", api(other, "/v2/subscribers"))).status).toBe(404);
    const refused = await page.call("POST", api(mine, "/v2/subscribers"), { subscriberId: "ada" });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("scope")]);
    const { body: more } = await page.call("POST", "/dashboard/session", { apiKey: other.apiKey });
    expect(more.environments.map(({ _id }: { _id: string }) => _id)).toEqual([mine.id, other.id]);
    expect((await page.call("GET", api(other, "/v2/subscribers"))).status).toBe(200);
  });

  test("its session ends with it: the next look at the database finds it", async () => {
    const environment = await service.newEnvironment();
    const { body: made } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
      scopes: ["manage"],
    });
    const page = openDashboard(url);
    await page.call("POST", "/dashboard/session", { apiKey: made.key });
    expect((await page.call("GET", api(environment, "/v2/subscribers"))).status).toBe(200);
    await environment.delete(`/v1/environments/${environment.id}/api-keys/${made._id}`);
    await time.advance(CACHED_MS);
    expect((await page.call("GET", api(environment, "/v2/subscribers"))).status).toBe(401);
  });

  test("wrong ones are refused after ten in a minute", async () => {
    const settings = { ...service.parts.settings, role: "api" as const };
    const own = await startService({ ...service.parts, settings });
    try {
      const page = openDashboard(own.url);
      const attempt = async () => (await page.call("POST", "/dashboard/session", { apiKey: "wrong" })).status;
      const statuses = [];
      for (let n = 0; n < 12; n += 1) statuses.push(await attempt());
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    } finally {
      await own.close();
    }
  });
});

describe("the session's cookie", () => {
  test("opens nothing outside of /dashboard", async () => {
    const { cookie } = await signInOperator(service);
    for (const path of ["/v1/messages", "/v2/subscribers", "/v1/topics"]) {
      const answer = await fetch(url + path, { headers: { cookie } });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  test.each([
    { name: "of another site", headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" } },
    { name: "of another port", headers: { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" } },
    { name: "of a document without an origin", headers: { origin: "null" } },
    { name: "without an origin", headers: { origin: "" } },
  ])("a write $name is refused and changes nothing", async ({ headers }) => {
    const environment = await service.newEnvironment();
    const page = await signInOperator(service);
    const body = { subscriberId: "mallory" };
    expect((await page.call("POST", api(environment, "/v2/subscribers"), body, headers)).status).toBe(403);
    expect((await page.call("DELETE", "/dashboard/session", undefined, headers)).status).toBe(403);
    expect((await environment.get("/v2/subscribers/mallory")).status).toBe(404);
    expect((await page.call("GET", "/dashboard/session")).status).toBe(200);
  });

  test("belongs to this host alone when the page was loaded over https, and ends with the session", async () => {
    const link = await createSignInLink(database, "https");
    const origin = url.replace("http:", "https:");
    const page = openDashboard(url);
    const { headers } = await page.call("POST", "/dashboard/session", { link }, { origin });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-tidings_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
      "tidings_session=; Max-Age=0; Path=/dashboard; HttpOnly; SameSite=Strict",
    ]);
    expect((await page.call("GET", "/dashboard/session")).status).toBe(200);
    const { cookie } = page;
    expect((await fetch(`${url}/v1/messages`, { headers: { cookie } })).status).toBe(401);
    // Another service of the host may set a cookie of the plain name: where there is a secure one, it counts for nothing.
    const { cookie: planted } = await signInOperator(service, "Mallory");
    for (const both of [`${planted}; ${cookie}`, `${cookie}; ${planted}`]) {
      page.cookie = both;
      expect((await page.call("GET", "/dashboard/session")).body.name).toBe("https");
    }
    page.cookie = cookie;
    const ended = await page.call("DELETE", "/dashboard/session", undefined, { origin });
    expect(ended.headers.getSetCookie().map((one) => one.split(";", 2).join())).toEqual([
      "tidings_session=, Max-Age=0",
      "__Host-tidings_session=, Max-Age=0",
    ]);
    page.cookie = cookie;
    expect((await page.call("GET", "/dashboard/session")).status).toBe(401);
  });

  const junk = (first: string) => `tidings_session=${first.repeat(43)}`;
  const junks = (count: number) =>
    Array.from({ length: count }, (_, n) => `tidings_session=${String(n).padStart(43, "x")}`).join("; ");
  test.each([
    ["before", (cookie: string) => `${junk("x")}; ${cookie}`],
    ["after", (cookie: string) => `${cookie}; ${junk("x")}`],
    [
      "around",
      (cookie: string) => `tidings_session=; ${junk("y")}; ${cookie}; ${junk("z")}; tidings_session=%00`,
    ],
    ["250 times before", (cookie: string) => `${junks(250)}; ${cookie}`],
  ])("counts also with junk of the same name %s it", async (_, withJunk) => {
    const environment = await service.newEnvironment();
    const page = openDashboard(url);
    await page.call("POST", "/dashboard/session", { apiKey: environment.apiKey });
    page.cookie = withJunk(page.cookie);
    expect((await page.call("GET", "/dashboard/session")).status).toBe(200);
    expect((await page.call("GET", api(environment, "/v2/subscribers"))).status).toBe(200);
    const all = page.cookie;
    expect((await page.call("DELETE", "/dashboard/session")).status).toBe(204);
    page.cookie = all;
    expect((await page.call("GET", "/dashboard/session")).status).toBe(401);
  });
});

describe("each sign-in makes a new token", () => {
  test("a cookie that was set before opens neither the key's environment nor its own, and the page has both", async () => {
    const [mine, theirs] = [await service.newEnvironment(), await service.newEnvironment()];
    const attacker = openDashboard(url);
    await attacker.call("POST", "/dashboard/session", { apiKey: theirs.apiKey });
    const victim = openDashboard(url);
    victim.cookie = attacker.cookie;
    const { body } = await victim.call("POST", "/dashboard/session", { apiKey: mine.apiKey });
    expect(body.environments.map(({ _id }: { _id: string }) => _id)).toEqual([mine.id, theirs.id]);
    expect(victim.cookie).not.toBe(attacker.cookie);
    for (const environment of [mine, theirs]) {
      expect((await attacker.call("GET", api(environment, "/v2/subscribers"))).status).toBe(401);
      expect((await victim.call("GET", api(environment, "/v2/subscribers"))).status).toBe(200);
    }
  });

  test("so does a link, and the same key again", async () => {
    const environment = await service.newEnvironment();
    const page = openDashboard(url);
    const cookies: string[] = [];
    for (const credential of [
      { apiKey: environment.apiKey },
      { apiKey: environment.apiKey },
      { link: await createSignInLink(database, "fixed") },
    ]) {
      expect((await page.call("POST", "/dashboard/session", credential)).status).toBe(201);
      cookies.push(page.cookie);
    }
    expect(new Set(cookies).size).toBe(3);
    const current = cookies.at(-1);
    for (const cookie of cookies) {
      page.cookie = cookie;
      const { status } = await page.call("GET", "/dashboard/session");
      expect(status).toBe(cookie === current ? 200 : 401);
    }
  });

  test("two at the same moment with one cookie: each page is signed in", async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => service.newEnvironment()));
    const page = openDashboard(url);
    await page.call("POST", "/dashboard/session", { apiKey: first?.apiKey });
    const pages = [second, third].map((environment) => {
      const own = openDashboard(url);
      own.cookie = page.cookie;
      return own.call("POST", "/dashboard/session", { apiKey: environment?.apiKey }).then(() => own);
    });
    for (const own of await Promise.all(pages)) {
      expect((await own.call("GET", "/dashboard/session")).status).toBe(200);
    }
    expect((await page.call("GET", "/dashboard/session")).status).toBe(401);
  });
});

describe("the origin of a write, where the browser does not say how it is related", () => {
  const { host } = new URL(url);
  const write = async (to: string, headers: Record<string, string>) => {
    const { cookie } = await signInOperator(service);
    const { status } = await fetch(`${to}/dashboard/session`, {
      method: "DELETE",
      headers: { cookie, ...headers },
    });
    return status;
  };

  test.each([
    [`http://${host}`, 204],
    [`https://${host}`, 403],
    [`foo://${host}`, 403],
    [`http://${host}/path`, 403],
    [`http://user@${host}`, 403],
    [`//${host}`, 403],
  ])("%s is answered with %i", async (origin, status) => {
    expect(await write(url, { origin })).toBe(status);
    // Only a trusted proxy says how the client has connected.
    const forwarded = { "x-forwarded-proto": new URL(origin, url).protocol.slice(0, -1) };
    expect(await write(url, { origin, ...forwarded })).toBe(status);
  });

  test("behind a trusted proxy the scheme is that of its X-Forwarded-Proto; TIDINGS_PUBLIC_URL is ours, too", async () => {
    const settings = {
      ...service.parts.settings,
      ...{ role: "api" as const, trustedProxies: "127.0.0.1", publicUrl: "https://notify.example.org/api" },
    };
    const own = await startService({ ...service.parts, settings });
    try {
      const there = new URL(own.url).host;
      const secure = { "x-forwarded-proto": "https" };
      const cases: [Record<string, string>, number][] = [
        [{ origin: `https://${there}`, ...secure }, 204],
        [{ origin: `https://${there}`, "x-forwarded-proto": "https, http" }, 204],
        [{ origin: `http://${there}`, ...secure }, 403],
        [{ origin: `http://${there}` }, 204],
        [{ origin: `https://${there}` }, 403],
        [{ origin: "https://notify.example.org" }, 204],
        [{ origin: "http://notify.example.org" }, 403],
      ];
      for (const [headers, status] of cases) {
        expect([headers, await write(own.url, headers)]).toEqual([headers, status]);
      }
    } finally {
      await own.close();
    }
  });
});

describe("a session", () => {
  test("calls every kind of operation like an API key", async () => {
    const environment = await service.newEnvironment();
    const page = await signInOperator(service);
    const created = await page.call("POST", api(environment, "/v2/subscribers"), { subscriberId: "ada" });
    expect(created.status).toBe(201);
    const found = await page.call("GET", api(environment, "/v2/subscribers/ada?x=%2F"));
    expect([found.status, found.body.subscriberId]).toEqual([200, "ada"]);
    expect((await page.call("DELETE", api(environment, "/v2/subscribers/ada"))).status).toBe(200);
  });

  test("is listed; one ends others, and signing out ends it", async () => {
    const page = await signInOperator(service, "Grace");
    const other = await signInOperator(service, "Linus");
    const { body: sessions } = await page.call("GET", "/dashboard/sessions");
    const linus = sessions.find(({ name }: { name: string }) => name === "Linus");
    expect(sessions.find(({ name }: { name: string }) => name === "Grace")).toBeDefined();
    expect(linus).toMatchObject({ isOperator: true, isCurrent: false, createdAt: expect.any(String) });
    expect((await page.call("DELETE", `/dashboard/sessions/${linus.id}`)).status).toBe(204);
    await time.advance(CACHED_MS);
    expect((await other.call("GET", "/dashboard/session")).status).toBe(401);
    const { cookie } = page;
    expect((await page.call("DELETE", "/dashboard/session")).status).toBe(204);
    page.cookie = cookie;
    expect((await page.call("GET", "/dashboard/session")).status).toBe(401);
  });

  test("of an API key sees and ends only itself", async () => {
    const environment = await service.newEnvironment();
    await signInOperator(service);
    const page = openDashboard(url);
    await page.call("POST", "/dashboard/session", { apiKey: environment.apiKey });
    const { body: sessions } = await page.call("GET", "/dashboard/sessions");
    expect(sessions).toMatchObject([{ isCurrent: true, isOperator: false }]);
    const operators = await database.query<{ id: string }>(
      sql`select id from dashboard_sessions where is_operator limit 1`,
    );
    expect((await page.call("DELETE", `/dashboard/sessions/${operators[0]?.id}`)).status).toBe(403);
    expect((await page.call("DELETE", "/dashboard/sessions")).status).toBe(403);
  });

  test("ends after 12 hours without use", async () => {
    const page = await signInOperator(service, "idle");
    await database.query(sql`
      update dashboard_sessions set seen_at = now() - interval '12 hours' where name = 'idle'`);
    await time.advance(CACHED_MS);
    expect((await page.call("GET", "/dashboard/session")).status).toBe(401);
  });

  test("cannot use the operations of an inbox", async () => {
    const environment = await service.newEnvironment();
    const page = await signInOperator(service);
    expect((await page.call("GET", api(environment, "/v1/inbox/notifications"))).status).toBe(404);
    expect((await page.call("POST", api(environment, "/v1/inbox/session"), {})).status).toBe(404);
  });
});

test.each([
  [{}, 422],
  [{ link: 7 }, 422],
  [{ link: "x", apiKey: "y" }, 422],
  [[], 422],
  ["text", 422],
  [{ apiKey: "" }, 401],
  [{ link: "x".repeat(5_000) }, 413],
])("signing in with %j answers %i", async (body, status) => {
  const answer = await openDashboard(url).call("POST", "/dashboard/session", body);
  expect([answer.status, answer.body.statusCode]).toEqual([status, status]);
});

test("without the dashboard there is no path of it, and / is JSON for programs as before", async () => {
  const settings = { ...service.parts.settings, role: "api" as const, dashboard: false };
  const own = await startService({ ...service.parts, settings });
  try {
    const environment = await service.newEnvironment();
    const page = await signInOperator(service);
    const there = openDashboard(own.url);
    there.cookie = page.cookie;
    for (const path of ["/dashboard/", "/dashboard/session", api(environment, "/v2/subscribers")]) {
      expect([path, (await there.call("GET", path)).status]).toEqual([path, 404]);
    }
  } finally {
    await own.close();
  }
});
