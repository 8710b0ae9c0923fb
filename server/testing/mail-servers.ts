import { type AddressInfo, createServer, type Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { parseOutboundAllow } from "../src/outbound/allow-list.ts";
import { createOutbound } from "../src/outbound/outbound.ts";
import { createSmtp } from "../src/providers/email/smtp.ts";
import type { Credentials, EmailMessage, ProviderIO } from "../src/providers/provider.ts";
import { PATIENCE_MS } from "./patience.ts";
import { providerIo } from "./provider-io.ts";

/** The servers and providers of a file's tests are closed after each of them. */
const closing: (() => unknown)[] = [];

export function closeMailServersAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

type Received = { from: string; recipients: string[]; mail: Email; source: string };

/** A mail server on loopback that stores the mails it accepts. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const seen = { connections: 0, names: [] as string[] };
  const sockets: Socket[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, done) {
      seen.connections += 1;
      done();
    },
    onMailFrom(_address, { hostNameAppearsAs }, done) {
      seen.names.push(String(hostNameAppearsAs));
      done();
    },
    async onData(stream, session, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const source = Buffer.concat(parts).toString();
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map((recipient) => recipient.address),
        mail: await PostalMime.parse(source),
        source,
      });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  server.server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return { received, seen, sockets, port: String((server.server.address() as AddressInfo).port) };
}

/** A server that is not a mail server. */
export async function strangeServer(behave: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    behave(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return String((server.address() as AddressInfo).port);
}

type Command = { line: string; socket: Socket };
type SpokenServer = { port: string; lines: string[]; mails: string[] };

/**
 * A mail server whose replies the test states, for replies that the other one cannot give: `reply` gets each command, and a mail as `.`. Undefined: 250.
 */
export async function spokenServer(
  reply: (command: Command) => string | undefined,
  extensions: readonly string[] = ["PIPELINING"],
): Promise<SpokenServer> {
  const lines: string[] = [];
  const mails: string[] = [];
  const port = await strangeServer((socket) => {
    let text = "";
    let isMail = false;
    const say = (answer: string) => socket.write(`${answer}\r\n`);
    const hear = (line: string) => {
      lines.push(line);
      if (/^EHLO/i.test(line))
        return say(
          ["hello", ...extensions]
            .map((word, n, all) => `250${n + 1 === all.length ? " " : "-"}${word}`)
            .join("\r\n"),
        );
      const answer = reply({ line, socket }) ?? (/^DATA/i.test(line) ? "354 go on" : "250 2.0.0 Ok");
      isMail = answer.startsWith("354");
      say(answer);
      if (answer.startsWith("421")) socket.end();
    };
    socket.write("220 hello\r\n");
    socket.on("data", (bytes) => {
      text += String(bytes);
      for (;;) {
        const end = text.indexOf(isMail ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isMail ? 5 : 2));
        if (!isMail) hear(part);
        else {
          isMail = false;
          mails.push(part);
          hear(".");
        }
      }
    });
  });
  return { port, lines, mails };
}

const PATIENT = { connectMs: PATIENCE_MS, greetingMs: PATIENCE_MS, totalMs: PATIENCE_MS, idleMs: 1_000 };
/** For servers that never answer. */
export const QUICK = { connectMs: 500, greetingMs: 500, totalMs: 700, idleMs: 1_000 };

export function smtp(timeouts = PATIENT, time: Time = systemTime) {
  const made = createSmtp({ timeouts, time });
  closing.push(made.close);
  return made.provider;
}

export function smtpIo(allow = parseOutboundAllow("127.0.0.0/8 ::1")): ProviderIO {
  const outbound = createOutbound({ allow, time: systemTime });
  closing.push(outbound.close);
  return providerIo(outbound);
}

export const mailTo = (more: Partial<EmailMessage> = {}): EmailMessage => ({
  key: "abcdefghijklmnopqrstuvwxyz234567",
  to: [{ address: "ada@example.com", name: "Ada" }],
  subject: "Hello",
  html: "<p>Hello</p>",
  ...more,
});

export const smtpAccount = (port: string, more: Credentials = {}): Credentials => ({
  host: "127.0.0.1",
  port,
  from: "service@example.org",
  senderName: "The Service",
  ...more,
});
