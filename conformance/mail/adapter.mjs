import { setTimeout } from "node:timers/promises";

const DIST = "../../server/dist";
const { createSmtp, SMTP_TIMEOUTS } = await import(`${DIST}/providers/email/smtp.js`).catch((error) => {
  throw new Error(`Run "npm run build" first: ${error.message}`);
});
const { systemTime } = await import(`${DIST}/foundation/clock.js`);

export const SENDER = "service@example.org";

/** Our adapter for a server: `send(mail, account)` is one attempt. */
export function adapterFor({ ports }) {
  const { provider, close } = createSmtp({ timeouts: SMTP_TIMEOUTS, time: systemTime });
  const io = { resolve: async () => ({ kind: "resolved", address: "127.0.0.1" }) };
  const send = (mail, { port = "plain", ...more } = {}) => {
    const account = { host: "mx.example.com", port: String(ports[port]), from: SENDER, ignoreTls: true };
    return provider.send(
      { key: newKey(), subject: "Hello", html: "<p>Hello</p>", ...mail },
      { ...account, ...more },
      io,
    );
  };
  return { send, close };
}

let keys = 0;
/** Mails are found again by the `X-Idempotency-Key` in their headers. */
export function newKey() {
  keys += 1;
  return `key${process.pid}x${keys}`;
}

const PATIENCE_MS = 30_000;

/** The mails with this key in a mailbox, once there are as many as expected. A mail that comes twice comes soon after. */
export async function delivered(server, box, key, count = 1) {
  const find = () =>
    server
      .mailsOf(box)
      .filter(
        (mail) =>
          mail.includes(`X-Idempotency-Key: ${key}\r\n`) || mail.includes(`X-Idempotency-Key: ${key}\n`),
      );
  for (const endMs = Date.now() + PATIENCE_MS; find().length < count && Date.now() < endMs; )
    await setTimeout(50);
  return find();
}
