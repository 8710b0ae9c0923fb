import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

export type ReceivedCall = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The parsed JSON object, otherwise the text. */
  body: any;
  bytes: Buffer;
};

/** An HTTP server on loopback that records its requests; `answer` may send another status than 200. */
export type HttpReceiver = { readonly url: string; readonly calls: ReceivedCall[]; close(): Promise<void> };

type AnswerCall = (call: ReceivedCall, response: ServerResponse) => void;

/** A receiver for the tests of one file; closes it after the last test. */
export const useHttpReceiver = (answer?: AnswerCall) => closedAfterwards(openHttpReceiver(answer));

export async function openHttpReceiver(
  answer: AnswerCall = (_call, response) => response.end('{"id":"r1"}'),
): Promise<HttpReceiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await receivedCall(request);
    calls.push(call);
    answer(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function receivedCall(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { method = "", url: path = "", headers } = request;
  return { method, path, headers, body: parsed(bytes.toString()), bytes };
}

/** Encrypted bodies are no JSON, though one of 256 begins with a brace. */
function parsed(text: string): unknown {
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type ReceivedMail = { from: string; to: string[]; mail: Email };

/** An SMTP server on loopback. Recipients that begin with `refuse` are refused permanently. */
export type SmtpReceiver = {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** The bytes of all mails, those that it deferred included. */
  readonly sources: Buffer[];
  /** Answers the next mails with 451. */
  deferNext(count: number): void;
  /** Refuses a recipient with this reply (`450 4.2.0 Greylisted`), at first or always. */
  refuse(address: string, reply: string, times?: number): void;
  /** How many recipients of one mail it takes. Default: all. */
  takeAtMost(recipients: number): void;
  /** The most mails that it received at the same time. */
  readonly maxConcurrent: number;
  close(): Promise<void>;
};

/** Without a user, no login is required. `mailMs`: how long the server takes to accept a mail. */
type SmtpOptions = { user?: string; password?: string; mailMs?: number };

/** A receiver for the tests of one file; closes it after the last test. */
export const useSmtpReceiver = (options?: SmtpOptions) => closedAfterwards(openSmtpReceiver(options));

async function openSmtpReceiver({ user, password, mailMs = 0 }: SmtpOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const sources: Buffer[] = [];
  const { refusalOf, ...rules } = recipientRules();
  let deferring = 0;
  let concurrent = 0;
  let maxConcurrent = 0;
  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: ["STARTTLS"],
    onAuth: (login, _session, done) =>
      login.username === user && login.password === password
        ? done(null, { user: login.username })
        : done(new Error("wrong user or password")),
    onRcptTo: ({ address }, { envelope }, done) => {
      const refusal = refusalOf(address, envelope.rcptTo.length);
      return refusal === undefined ? done() : done(answered(refusal));
    },
    onData: async (stream, { envelope }, done) => {
      concurrent += 1;
      maxConcurrent = Math.max(maxConcurrent, concurrent);
      const source = await buffer(stream);
      if (mailMs > 0) await setTimeout(mailMs);
      concurrent -= 1;
      sources.push(source);
      if (deferring-- > 0) return done(answer(451, "try again later"));
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from, to, mail: await PostalMime.parse(source) });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    sources,
    deferNext: (count) => {
      deferring = count;
    },
    ...rules,
    get maxConcurrent() {
      return maxConcurrent;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Which recipients a mail server refuses. */
function recipientRules() {
  const refusals = new Map<string, { reply: string; times: number }>();
  let most = Number.POSITIVE_INFINITY;
  return {
    refuse(address: string, reply: string, times = Number.POSITIVE_INFINITY) {
      refusals.set(address, { reply, times });
    },
    takeAtMost(recipients: number) {
      most = recipients;
    },
    refusalOf(address: string, taken: number): string | undefined {
      const refusal = refusals.get(address);
      if (refusal && refusal.times-- > 0) return refusal.reply;
      if (taken >= most) return "452 4.5.3 Too many recipients";
      return address.startsWith("refuse") ? "550 no such mailbox" : undefined;
    },
  };
}

const answer = (responseCode: number, sentence: string) =>
  Object.assign(new Error(sentence), { responseCode });

/** `450 4.2.0 Greylisted` */
const answered = (reply: string) => answer(Number(reply.slice(0, 3)), reply.slice(4));

/** Closes what was opened after the last test of the file. */
export async function closedAfterwards<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}
