import type { AddressInfo, Socket } from "node:net";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from "smtp-server";
import type { Time } from "../foundation/clock.ts";
import { COMMON_CASES, caseInText } from "./choose-response.ts";
import { oneLine } from "./describe-message.ts";
import type { VendorDescription } from "./describe-vendor.ts";
import { MAX_BODY_BYTES, SLOW_MS } from "./http-exchange.ts";
import { subjectOf } from "./mail-subject.ts";
import type { PlannedFailures } from "./planned-failures.ts";
import type { Shown } from "./shown.ts";

/** The providers that send by SMTP; the mail server shows their mails under the first id. */
export const MAIL_PROVIDERS = ["nodemailer", "emailjs"] as const;
const [SHOWN_AS] = MAIL_PROVIDERS;

/** The only account. */
const ACCOUNT = { user: "tidings", password: "simulator" };

export type MailServer = { readonly port: number; close(): Promise<void> };
type Options = {
  /** 0 takes any free port. */
  port: number;
  failures: PlannedFailures;
  time: Time;
  show(shown: Shown): void;
};

type Answer = { code: number; text: string };

const WRONG_ACCOUNT: Answer = { code: 535, text: "5.7.8 Wrong user or password" };

const TOO_LONG: Answer = { code: 552, text: "5.3.4 The mail is too long" };

/** At RCPT TO, for a case in the address. */
const REFUSED_RECIPIENTS: ReadonlyMap<string | undefined, Answer> = new Map([
  ["config-error", { code: 530, text: "5.7.0 Authentication required" }],
  ["recipient-error", { code: 550, text: "5.1.1 No such mailbox" }],
]);

/** After the mail, for a case in the address or the text. */
const REFUSED_MAILS: ReadonlyMap<string | undefined, Answer> = new Map([
  ...REFUSED_RECIPIENTS,
  ["rejected", { code: 554, text: "5.6.0 The content is refused" }],
  ["throttled", { code: 451, text: "4.7.1 Too many mails, try again later" }],
  ["not-processed", { code: 451, text: "4.3.0 Local error in processing" }],
]);

type Serving = {
  options: Options;
  /** By the port of the client. */
  sockets: Map<number, Socket>;
  /** The case that a mail asks for before its text. */
  asked: WeakMap<SMTPServerSession, string | undefined>;
};

/** Listens for SMTP on the loopback interface, with one account and without TLS. @throws when the port is taken. */
export async function startMailServer(options: Options): Promise<MailServer> {
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    size: MAX_BODY_BYTES,
    ...handlersOf({ options, sockets, asked: new WeakMap() }),
  });
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(
      port,
      socket.on("close", () => sockets.delete(port)),
    );
  });
  // A client that closes its connection early is no error of the server.
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Handlers = Pick<SMTPServerOptions, "onAuth" | "onMailFrom" | "onRcptTo" | "onData">;

function handlersOf({ options, sockets, asked }: Serving): Handlers {
  return {
    onAuth({ username, password }, _session, done) {
      if (username === ACCOUNT.user && password === ACCOUNT.password) return done(null, { user: username });
      return done(refused({ to: "", subject: undefined }, WRONG_ACCOUNT, options));
    },
    onMailFrom(_address, session, done) {
      asked.set(session, options.failures.take(SHOWN_AS));
      done();
    },
    onRcptTo({ address }, session, done) {
      const name = caseInText(address) ?? asked.get(session);
      asked.set(session, name);
      const refusal = REFUSED_RECIPIENTS.get(name);
      return refusal ? done(refused({ to: address, subject: undefined }, refusal, options)) : done();
    },
    onData(stream, session, done) {
      const receiving = { session, socket: sockets.get(session.remotePort), asked, options, done };
      receiveMail(stream, receiving).catch(() => done(new Error("The mail was not received completely")));
    },
  };
}

type Receiving = {
  session: SMTPServerSession;
  socket: Socket | undefined;
  asked: Serving["asked"];
  options: Options;
  done(error?: Error | null, text?: string): void;
};

async function receiveMail(stream: SMTPServerDataStream, receiving: Receiving): Promise<void> {
  const { session, asked, options, done } = receiving;
  const source = await textOf(stream);
  const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
  const mail = { to, subject: subjectOf(source) };
  if (stream.sizeExceeded) return done(refused(mail, TOO_LONG, options));
  // A soft line break of quoted-printable may be inside the name of a case.
  const name = caseInText(source.replace(/=\r\n/g, "")) ?? asked.get(session);
  const refusal = refusalOf(name);
  if (refusal) return done(refused(mail, refusal, options));
  return answerMail(name, mail, receiving);
}

/** The beginning of a mail that is too long. */
async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function refused(mail: Mail, { code, text }: Answer, options: Options): Error {
  showMail(options, mail, `${code} ${text}`);
  return Object.assign(new Error(text), { responseCode: code });
}

function refusalOf(name: string | undefined): Answer | undefined {
  const refusal = REFUSED_MAILS.get(name);
  if (refusal || name === undefined || COMMON_CASES.includes(name)) return refusal;
  return { code: 554, text: `Simulator: ${name} is no case of SMTP; its cases: ${COMMON_CASES.join(", ")}` };
}

type Mail = { to: string; subject: string | undefined };
/** Accepts the mail, unless the case says that the connection fails afterwards. */
async function answerMail(
  name: string | undefined,
  mail: Mail,
  { socket, options, done }: Receiving,
): Promise<void> {
  const isCut = name === "ambiguous" || name === "reset";
  showMail(options, mail, name ?? "250 accepted");
  if (isCut) return void socket?.destroy();
  if (name === "hang") return;
  if (name === "garbage") return void socket?.write("\u0000 not what was documented\r\n");
  if (name === "slow") await options.time.sleep(SLOW_MS);
  done(null, "2.0.0 Accepted by the simulator");
}

function showMail({ time, show }: Options, { to, subject }: Mail, result: string): void {
  const text = subject === undefined ? undefined : oneLine(subject);
  show({ at: time.now(), providerId: SHOWN_AS, to: oneLine(to), text, result });
}

/** What a client needs to send mails to this server. */
export function describeMailServer(providerId: string, { port }: MailServer): VendorDescription {
  return {
    providerId,
    channel: "email",
    credentials: {
      host: "127.0.0.1",
      port: String(port),
      ...ACCOUNT,
      from: "hello@example.com",
      ignoreTls: true,
    },
    cases: [...COMMON_CASES],
  };
}
