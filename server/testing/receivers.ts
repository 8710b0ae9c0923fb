import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
export type SmtpReceiver = { readonly port: number; readonly mails: ReceivedMail[]; close(): Promise<void> };

type Login = { user: string; password: string };

/** A receiver for the tests of one file; closes it after the last test. */
export const useSmtpReceiver = (login?: Login) => closedAfterwards(openSmtpReceiver(login));

async function openSmtpReceiver(login?: Login): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error("wrong user or password")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("refuse")
        ? done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }))
        : done(),
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from, to, mail: await PostalMime.parse(Buffer.concat(chunks)) });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Closes what was opened after the last test of the file. */
export async function closedAfterwards<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}
