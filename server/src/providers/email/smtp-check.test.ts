import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { PATIENCE_MS } from "../../../testing/patience.ts";
import { providerIo } from "../../../testing/provider-io.ts";
import { useSmtpReceiver } from "../../../testing/receivers.ts";
import { systemTime } from "../../foundation/clock.ts";
import { parseOutboundAllow } from "../../outbound/allow-list.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import type { Credentials, SendOutcome } from "../provider.ts";
import { createSmtp } from "./smtp.ts";

const server = await useSmtpReceiver({ user: "tidings", password: "the-password" });
const outbound = createOutbound({ allow: parseOutboundAllow("127.0.0.1/32"), time: systemTime });
const io = providerIo(outbound);
const PATIENT = { connectMs: PATIENCE_MS, greetingMs: PATIENCE_MS, totalMs: PATIENCE_MS, idleMs: 1_000 };
const patient = createSmtp({ timeouts: PATIENT, time: systemTime });
/** For a server that never answers. */
const QUICK = { connectMs: 500, greetingMs: 300, totalMs: 2_000, idleMs: 1_000 };
const quick = createSmtp({ timeouts: QUICK, time: systemTime });
afterAll(() => {
  patient.close();
  quick.close();
  outbound.close();
});

function check(more: Credentials = {}, smtp = patient): Promise<SendOutcome | undefined> | undefined {
  const account = { user: "tidings", password: "the-password", from: "a@example.org", ignoreTls: true };
  const address = { host: "127.0.0.1", port: String(server.port) };
  return smtp.provider.check?.({ ...address, ...account, ...more }, io);
}

test("a check of SMTP logs in and sends no mail", async () => {
  expect(await check()).toEqual({ kind: "accepted" });
  expect(server.mails).toEqual([]);
});

test.each<[string, Credentials, SendOutcome["kind"], string]>([
  ["a wrong password", { password: "wrong" }, "config_error", "refused the user or the password"],
  ["no TLS", { ignoreTls: false }, "config_error", "does not offer TLS"],
  ["a closed port", { port: "2525" }, "not_processed", "connection"],
  ["a private address", { host: "10.0.0.1" }, "config_error", "may not be called"],
])("a check of SMTP fails with %s", async (_case, more, kind, reason) => {
  const outcome = await check(more);
  expect(outcome).toMatchObject({ kind, reason: expect.stringContaining(reason) });
  expect(JSON.stringify(outcome)).not.toContain("the-password");
});

test("a check of SMTP ends when the server stays silent", async () => {
  const silent = createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
  const { port } = silent.address() as { port: number };
  expect(await check({ port: String(port) }, quick)).toMatchObject({ kind: "not_processed" });
  silent.close();
});
