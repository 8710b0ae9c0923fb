import { describe, expect, test } from "vitest";
import { createMovableTime } from "../testing/movable-time.ts";
import { delay, inApp, lasting } from "../testing/steps.ts";
import { openDashboard, signInOperator } from "../testing/test-dashboard.ts";
import { useTestService } from "../testing/test-service.ts";
import { followStream } from "../testing/test-stream.ts";

const time = createMovableTime();
const service = await useTestService({}, { time });

async function prepared() {
  const environment = await service.newEnvironment();
  await environment.given.workflow("news", [inApp("Hello")]);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("Hello")]);
  const page = await signInOperator(service);
  const stream = (of: string[]) => {
    const query = new URLSearchParams({ environment: environment.id });
    for (const one of of) query.append("of", one);
    return followStream(`${service.url}/dashboard/live?${query}`, { cookie: page.cookie });
  };
  return { environment, page, stream };
}

// After how many looks at the database a change is hinted: watch.test.ts.
test("a new notification is hinted to pages that watch the list", async () => {
  const { environment, stream } = await prepared();
  const followed = await stream(["notifications"]);
  await followed.next("ready");
  await environment.trigger("news", "ada");
  expect(await followed.next("changed")).toEqual({ of: "notifications" });
  followed.close();
});

test("a change of one notification is hinted, and no other one", async () => {
  const { environment, stream } = await prepared();
  const first = await environment.trigger("later", "ada");
  const second = await environment.trigger("later", "grace");
  const idOf = async (transactionId: string) => {
    const path = `/v1/notifications?transactionId=${transactionId}`;
    const page = await environment.until(path, ({ data }) => data?.[0]?.jobs[0]?.status === "delayed");
    return page.data[0]._id;
  };
  const watched = `notification:${await idOf(first)}`;
  await idOf(second);
  const followed = await stream([watched]);
  await followed.next("ready");
  await environment.delete(`/v1/events/trigger/${second}`);
  await time.advance(2_000);
  await environment.delete(`/v1/events/trigger/${first}`);
  expect(await followed.next("changed")).toEqual({ of: watched });
  expect(followed.events.map(({ event }) => event)).toEqual(["ready", "changed"]);
  followed.close();
});

test("a stream reaches only the environments of its session, and needs one", async () => {
  const { environment } = await prepared();
  const foreign = await service.newEnvironment();
  const path = `/dashboard/live?environment=${foreign.id}&of=notifications`;
  const page = openDashboard(service.url);
  expect((await page.call("GET", path)).status).toBe(401);
  await page.call("POST", "/dashboard/session", { apiKey: environment.apiKey });
  expect((await page.call("GET", path)).status).toBe(404);
});

test.each([
  "of=everything",
  "",
  "of=notification:1",
  "of=notification:0123456789abcdef01234567'--",
  Array(51).fill("of=notifications").join("&"),
])("a stream of %j is refused with 422", async (query) => {
  const { environment, page } = await prepared();
  const { status, body } = await page.call("GET", `/dashboard/live?environment=${environment.id}&${query}`);
  expect([status, body.statusCode]).toEqual([422, 422]);
});

describe("the page", () => {
  test("is served at every path under /dashboard, and allows no inline script", async () => {
    const { page } = await prepared();
    for (const path of ["/dashboard/", "/dashboard/in/development/notifications?x=1"]) {
      const { status, headers, body } = await page.call("GET", path);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toContain("text/html");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self'; /);
      expect(body).toContain('<div id="dashboard">');
    }
  });

  test("it names the files of the screen at its address, which exist, in a header", async () => {
    const { page } = await prepared();
    const linked = async (path: string): Promise<string[]> => {
      const { headers } = await page.call("GET", path);
      return [...(headers.get("link") ?? "").matchAll(/<([^>]+)>/g)].map(([, target = ""]) => target);
    };
    const ofList = await linked("/dashboard/in/development/notifications?x=1");
    expect(ofList.join(" ")).toMatch(/notifications-screen-[\w-]+\.js .*notifications-screen-[\w-]+\.css/);
    expect(ofList.at(-1)).toBe("/dashboard/session");
    expect((await linked("/dashboard/")).join(" ")).toContain("/home-screen-");
    for (const target of ofList) expect((await page.call("GET", target)).status).toBe(200);
  });

  test("its files are named by their content, compressed, and never stale", async () => {
    const { body } = await (await prepared()).page.call("GET", "/dashboard/");
    const [, script] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(body) ?? [];
    const answer = await fetch(service.url + script, { headers: { "accept-encoding": "br" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const tag = answer.headers.get("etag") ?? "";
    const again = await fetch(service.url + script, {
      headers: { "accept-encoding": "br", "if-none-match": tag },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    "/dashboard/assets/nothing.js",
    "/dashboard/assets/../../package.json",
    "/dashboard/assets/%2e%2e%2fx",
    "/dashboard/%",
  ])("a file at %s does not exist", async (path) => {
    const { status } = await (await prepared()).page.call("GET", path);
    expect([400, 404]).toContain(status);
  });

  test("/ leads browsers to the dashboard and answers programs with JSON", async () => {
    const asBrowser = await fetch(service.url, { headers: { accept: "text/html" }, redirect: "manual" });
    expect([asBrowser.status, asBrowser.headers.get("location")]).toEqual([302, "dashboard/"]);
    expect(await (await fetch(service.url)).json()).toMatchObject({ name: "Tidings" });
  });
});

test("the preview of messages has an opaque origin, and runs only its own script", async () => {
  const { headers, body } = await (await prepared()).page.call("GET", "/dashboard/preview");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/]{43}='; /);
  expect(policy).toContain("img-src data: https:;");
  expect(policy).not.toContain("unsafe-eval");
  expect(body).toContain("<script>");
  // The address decides nothing: a story in a browser (mail-preview) shows that pictures need the page's permission.
  const other = await (await prepared()).page.call("GET", "/dashboard/preview?pictures=remote");
  expect([other.headers.get("content-security-policy"), other.body]).toEqual([policy, body]);
});
