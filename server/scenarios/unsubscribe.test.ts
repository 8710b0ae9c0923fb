import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentRows } from "../testing/environment-rows.ts";
import { ada } from "../testing/given.ts";
import { openRawClient, type RawClient } from "../testing/raw-http.ts";
import { useHttpReceiver, useSmtpReceiver } from "../testing/receivers.ts";
import { email, inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

const PUBLIC_URL = "https://notify.example.org/prefix";
const smtp = await useSmtpReceiver();
const web = await useHttpReceiver();
const service = await useTestService({ publicUrl: PUBLIC_URL });
let client: RawClient;
beforeAll(() => {
  client = openRawClient(service.url);
});
afterAll(() => client.close());

const CRITICAL = { preferences: { user: { all: { enabled: true, readOnly: true } } } };

async function mailer(more: object = {}): Promise<TestEnvironment> {
  const environment = await service.newEnvironment("bare");
  const credentials = { host: "127.0.0.1", port: String(smtp.port), from: "us@example.org" };
  await environment.given.integration("nodemailer", credentials);
  await environment.given.workflow("news", [email("<p>Hi</p>")], more);
  return environment;
}

/** All rows of an environment, without the health of its integrations, which is stored some time after a call. */
async function rowsOf({ id }: TestEnvironment) {
  const { integration_minutes: _, ...rows } = await environmentRows(service.database, id);
  return rows;
}

/** Sends the mail of a workflow and returns its headers by name. */
async function headersOf(environment: TestEnvironment, more: object = {}, workflow = "news") {
  await environment.finished(await environment.trigger(workflow, ada, more));
  const headers = smtp.mails.at(-1)?.mail.headers ?? [];
  return Object.fromEntries(headers.map(({ key, value }) => [key, value]));
}

/** The path of the link in the mail, as the reverse proxy of the public address would pass it on. */
async function linkOf(environment: TestEnvironment): Promise<string> {
  const { "list-unsubscribe": link = "" } = await headersOf(environment);
  return link.slice(1, -1).replace(PUBLIC_URL, "");
}

const oneClick = (path: string) =>
  fetch(service.url + path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "error",
  });

async function channelsOf(environment: TestEnvironment) {
  const { body } = await environment.get("/v2/subscribers/ada/preferences");
  return body.workflows.map((one: any) => [one.workflow.identifier, one.channels.email]);
}

test("one click: the subscriber gets no more mails of the workflow, and still those of others", async () => {
  const environment = await mailer();
  await environment.given.workflow("other", [email("<p>Other</p>")]);
  const headers = await headersOf(environment);
  expect(headers["list-unsubscribe"]).toMatch(
    /^<https:\/\/notify\.example\.org\/prefix\/v1\/unsubscribe\/[\w-]{70}>$/,
  );
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const path = (await linkOf(environment)) as string;
  expect((await oneClick(path)).status).toBe(200);
  expect(await channelsOf(environment)).toEqual([
    ["news", false],
    ["other", true],
  ]);
  const sent = smtp.mails.length;
  const [run] = await environment.finished(await environment.trigger("news", ada));
  expect(run.jobs[0].status).toBe("canceled");
  expect(smtp.mails).toHaveLength(sent);
  await headersOf(environment, {}, "other");
  expect(smtp.mails).toHaveLength(sent + 1);
  expect((await oneClick(path)).status).toBe(200);
});

test("a provider by HTTP: gets the same headers", async () => {
  const environment = await service.newEnvironment("bare");
  await environment.given.integration("email-webhook", { webhookUrl: web.url, from: "us@example.org" });
  await environment.given.workflow("news", [email("<p>Hi</p>")]);
  await environment.finished(await environment.trigger("news", ada));
  expect(web.calls.at(-1)?.body.headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": expect.stringMatching(/^<https:\/\/notify\.example\.org\/.{60,}>$/),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("GET: shows a page with a button that posts, and changes nothing", async () => {
  const environment = await mailer({ name: "Tom & <b>Jerry</b>" });
  const path = await linkOf(environment);
  const before = await rowsOf(environment);
  const page = await fetch(service.url + path);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(html).toContain('<form method="post">');
  expect(html).toContain("Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;");
  expect((await fetch(service.url + path, { method: "HEAD" })).status).toBe(200);
  expect(await rowsOf(environment)).toEqual(before);
});

test("a mail has no link when its workflow is critical or it goes to others as well", async () => {
  const critical = await headersOf(await mailer(CRITICAL));
  expect(critical["list-unsubscribe"]).toBeUndefined();
  const environment = await mailer();
  for (const given of [
    { to: "bob@example.com" },
    { toRecipient: "bob@example.com" },
    { cc: "bob@example.com" },
  ]) {
    const headers = await headersOf(environment, { overrides: { email: given } });
    expect(headers["list-unsubscribe"], JSON.stringify(given)).toBeUndefined();
  }
  const own = { "List-Unsubscribe": "<mailto:stop@example.org>" };
  const headers = await headersOf(environment, { overrides: { email: { headers: own } } });
  expect(headers["list-unsubscribe"]).toBe("<mailto:stop@example.org>");
  expect(headers["list-unsubscribe-post"]).toBeUndefined();
});

/** The token with another byte at this place. */
function changed(path: string, at: number): string {
  const [, prefix = "", token = ""] = /^(.*\/)([^/]+)$/.exec(path) ?? [];
  const bytes = Buffer.from(token, "base64url");
  bytes[at] = (bytes[at] as number) ^ 1;
  return prefix + bytes.toString("base64url");
}

test("a forged, cut or mixed token: 404 for GET and POST, and nothing changes", async () => {
  const [own, foreign] = [await mailer(), await mailer()];
  const [path, other] = [await linkOf(own), await linkOf(foreign)];
  const [ownBytes, otherBytes] = [path, other].map((one) =>
    Buffer.from(one.split("/").at(-1) ?? "", "base64url"),
  ) as [Buffer, Buffer];
  const mixed = (from: number, to: number) => {
    const bytes = Buffer.from(ownBytes);
    otherBytes.copy(bytes, from, from, to);
    return `/v1/unsubscribe/${bytes.toString("base64url")}`;
  };
  const before = await Promise.all([own, foreign].map(rowsOf));
  const forged = [
    ...[0, 12, 24, 35, 36, 51].map((at) => changed(path, at)),
    ...[mixed(0, 12), mixed(12, 24), mixed(24, 36), mixed(36, 52)],
    ...[path.slice(0, -1), path.slice(0, -20), `${path}A`, `${path}==`, `${path}%20`],
    ...["a", "%00", "a".repeat(70), "_".repeat(2_000), "%ff", "..%2f..%2fetc"].map(
      (one) => `/v1/unsubscribe/${one}`,
    ),
  ];
  for (const one of forged) {
    for (const method of ["GET", "POST"]) {
      const answer = await client.send({
        method,
        path: one,
        headers: [],
        body: Buffer.from("List-Unsubscribe=One-Click"),
      });
      expect([400, 404, 414], `${method} ${one}`).toContain(answer.status);
    }
  }
  for (const one of forged.slice(0, 10)) expect((await oneClick(one)).status).toBe(404);
  expect(await Promise.all([own, foreign].map(rowsOf))).toEqual(before);
  expect((await oneClick(path)).status).toBe(200);
  expect(await channelsOf(foreign)).toEqual([["news", true]]);
});

test("a link of a deleted subscriber or workflow, or of one that became critical: 404", async () => {
  const environments = await Promise.all([mailer(), mailer(), mailer()]);
  const [one, two, three] = environments as [TestEnvironment, TestEnvironment, TestEnvironment];
  const paths: string[] = [];
  for (const environment of environments) paths.push(await linkOf(environment));
  await one.delete("/v2/subscribers/ada");
  await two.delete("/v2/workflows/news");
  const workflow = { name: "news", steps: [inApp("x")], ...CRITICAL };
  expect((await three.put("/v2/workflows/news", workflow)).status).toBe(200);
  for (const path of paths) {
    expect((await oneClick(path)).status).toBe(404);
    expect((await fetch(service.url + path)).status).toBe(404);
  }
});

test("a body of any type is accepted; a large one gets 413", async () => {
  const environment = await mailer();
  const path = await linkOf(environment);
  for (const type of ["multipart/form-data; boundary=x", "application/json", "text/plain", "garbage"]) {
    const answer = await fetch(service.url + path, {
      method: "POST",
      headers: { "content-type": type },
      body: "{",
    });
    expect(answer.status, type).toBe(200);
  }
  expect((await fetch(service.url + path, { method: "POST" })).status).toBe(200);
  const large = await fetch(service.url + path, { method: "POST", body: "x".repeat(20_000) });
  expect(large.status).toBe(413);
});
