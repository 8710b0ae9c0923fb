import sql from "sql-template-tag";
import { afterAll, expect, test } from "vitest";
import { MachineFailure } from "../src/sandbox/machine-failure.ts";
import { createSandbox, type Sandbox } from "../src/sandbox/sandbox.ts";
import { createPrepareMail, type PrepareMail } from "../src/templates/prepare-mail.ts";
import { codesOf } from "../testing/job-readings.ts";
import { driveByHand, FLAKY, type HandDrivenEngine } from "../testing/model/hand-driven-engine.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { email } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

/** Mails are prepared before they are stored: equal ones once, and none is sent while the machine does not prepare it. */

const service = await useTestService({ role: "api" });
const sandbox = createSandbox({ kind: "mails", maxWaitMs: PATIENCE_MS });
const engines: HandDrivenEngine[] = [];
afterAll(async () => {
  await Promise.all([sandbox.close(), ...engines.map((engine) => engine.close())]);
});

type Run = Sandbox["run"];

/** An engine whose sandbox is counted, and may be replaced. */
function engineWith(runTask: Run = sandbox.run) {
  const tasks: string[] = [];
  const run: Run = (environmentId, task) => {
    tasks.push(task.kind);
    return runTask(environmentId, task);
  };
  return { tasks, engine: engineOf(createPrepareMail({ run })) };
}

function engineOf(prepareMail: PrepareMail): HandDrivenEngine {
  const engine = driveByHand(service, { prepareMail });
  engines.push(engine);
  return engine;
}

const STYLED = "<style>p { color: red }</style><p>Hello</p>";
const INLINED = '<p style="color: red;">Hello</p>';
const TOO_DEEP = `<style>p { color: red }</style>${"<div>".repeat(2_000)}Hello`;
const ONCE = { lanes: 1, crashAt: undefined };
const someone = (name: string) => ({ subscriberId: name, email: `${name}@example.com` });

async function environmentWith(body: string, subject = "News", kind: "test" | "bare" = "test") {
  const environment = kind === "test" ? await frozenAt(service) : await service.newEnvironment(kind);
  await environment.post("/v1/integrations", {
    providerId: "svc-email",
    channel: "email",
    name: "outbox",
    active: true,
  });
  await environment.given.workflow("mail", [email(body, { subject })]);
  return environment;
}

const sourcesOf = ({ sources }: HandDrivenEngine) =>
  [...sources.values()].map((all) => all.map((source) => source.toString("latin1")));
/** Without the soft line breaks and escapes of quoted-printable. */
const htmlOf = (source: string) => source.replace(/=\r\n/g, "").replace(/=3D/g, "=");
const unpreparedOf = (notification: any) =>
  notification.jobs[0].executionDetails.filter(({ code }: any) => code === "mail_unprepared");

test("equal HTML of a batch: is prepared once, and another text is prepared beside it", async () => {
  const environment = await environmentWith(
    `${STYLED}{% if subscriber.subscriberId == "s0" %}<p>You</p>{% endif %}`,
  );
  const { tasks, engine } = engineWith();
  const to = Array.from({ length: 7 }, (_, index) => someone(`s${index}`));
  const transactionId = await environment.trigger("mail", to);
  await engine.work(environment.id, ONCE);
  await environment.finished(transactionId, 7);
  expect(tasks).toEqual(["prepare_mail", "prepare_mail"]);
  const sources = sourcesOf(engine);
  expect(sources).toHaveLength(7);
  for (const [source = ""] of sources) {
    expect(source).toContain("text/plain");
    expect(htmlOf(source)).toContain(INLINED);
  }
});

test("HTML that cannot be prepared: goes out as it is, with the reason; the next mail does not try again", async () => {
  const environment = await environmentWith(TOO_DEEP);
  const { tasks, engine } = engineWith();
  for (const name of ["ada", "bob"]) {
    const transactionId = await environment.trigger("mail", someone(name));
    await engine.work(environment.id, ONCE);
    const [notification] = await environment.finished(transactionId);
    expect(notification.jobs[0].status).toBe("completed");
    const [detail] = unpreparedOf(notification);
    expect(detail).toMatchObject({ status: "Warning", source: "Payload" });
    const { reason } = JSON.parse(detail.raw);
    expect(reason.includes("not tried for 5 minutes")).toBe(name === "bob");
  }
  expect(tasks).toHaveLength(1);
  expect(sourcesOf(engine).every(([source]) => !source?.includes("multipart/alternative"))).toBe(true);
});

test("a thread that does not start: the mail waits without an attempt, and goes out whole", async () => {
  const environment = await environmentWith(STYLED);
  let failures = 2;
  const { tasks, engine } = engineWith(async (environmentId, task) => {
    if (failures-- > 0) throw new MachineFailure("not_started", "the thread did not start");
    return sandbox.run(environmentId, task);
  });
  const transactionId = await environment.trigger("mail", someone("ada"));
  await engine.work(environment.id, ONCE);
  const [notification] = await environment.finished(transactionId);
  expect(tasks).toHaveLength(3);
  expect(codesOf(notification)).toEqual([
    "step_queued",
    "provider_selected",
    "message_created",
    "message_sent",
  ]);
  const sent = notification.jobs[0].executionDetails.at(-1);
  expect(JSON.parse(sent.raw)).toMatchObject({ attempt: 1 });
  const [[source = ""] = []] = sourcesOf(engine);
  expect(htmlOf(source)).toContain(INLINED);
});

test("a busy machine, by the real clock: the step is due again later, nothing is stored as sent or failed", async () => {
  const environment = await environmentWith(STYLED, "News", "bare");
  let isBusy = true;
  const { engine } = engineWith(async (environmentId, task) => {
    if (isBusy) throw new MachineFailure("busy", "too much work waits");
    return sandbox.run(environmentId, task);
  });
  const transactionId = await environment.trigger("mail", someone("ada"));
  await engine.work(environment.id, ONCE);
  const waiting = await service.database.query(sql`
    select status, due_at > now() as "isLater", unfinished_claims as claims from jobs
    where environment_id = ${environment.id}`);
  expect(waiting).toEqual([{ status: "queued", isLater: true, claims: 0 }]);
  expect(engine.sources.size).toBe(0);
  isBusy = false;
  await service.database.query(sql`update jobs set due_at = now() where environment_id = ${environment.id}`);
  await engine.work(environment.id, ONCE);
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].status).toBe("completed");
});

test("later attempts: need no preparation, also in a process of another version", async () => {
  const environment = await environmentWith(STYLED, FLAKY);
  const { engine } = engineWith();
  const other = engineOf(() => Promise.reject(new Error("the mail was prepared again")));
  await environment.trigger("mail", someone("ada"));
  await engine.work(environment.id, ONCE);
  await other.setTime(environment.id, new Date(Date.parse(NEW_YEAR) + 300_000));
  await other.work(environment.id, ONCE);
  const [[first] = []] = sourcesOf(engine);
  const [[second] = []] = sourcesOf(other);
  expect(second).toBe(first);
});

test("crashes at any statement: all attempts of a mail have the same bytes", async () => {
  for (let crashAt = 0; crashAt < 24; crashAt += 3) {
    const environment = await environmentWith(STYLED);
    const { engine } = engineWith();
    await environment.trigger("mail", [someone("ada"), someone("bob")]);
    await engine.work(environment.id, { lanes: 1, crashAt });
    const sources = sourcesOf(engine);
    expect(sources).toHaveLength(2);
    for (const all of sources) expect(new Set(all).size).toBe(1);
  }
});

test("a mail that an earlier version stored: is prepared for its attempt", async () => {
  const environment = await environmentWith("<p>Hello</p>", FLAKY);
  const { engine } = engineWith();
  await environment.trigger("mail", someone("ada"));
  await engine.work(environment.id, ONCE);
  await service.database.query(
    sql`update messages set text_part = null where environment_id = ${environment.id}`,
  );
  await engine.setTime(environment.id, new Date(Date.parse(NEW_YEAR) + 300_000));
  await engine.work(environment.id, ONCE);
  const [all = []] = sourcesOf(engine);
  expect(all.length).toBeGreaterThan(1);
  expect(new Set(all).size).toBe(1);
});
