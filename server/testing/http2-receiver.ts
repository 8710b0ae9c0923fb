import { createServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { closedAfterwards, type ReceivedCall } from "./receivers.ts";

/** A server for HTTP/2 without TLS on loopback, which records its requests and connections. */
export type Http2Receiver = {
  readonly url: string;
  readonly calls: ReceivedCall[];
  readonly connections: () => number;
  close(): Promise<void>;
};

type AnswerCall = (call: ReceivedCall, response: Http2ServerResponse) => void;

/** A receiver for the tests of one file; closes it after the last test. */
export const useHttp2Receiver = (answer: AnswerCall) => closedAfterwards(openHttp2Receiver(answer));

async function openHttp2Receiver(answer: AnswerCall): Promise<Http2Receiver> {
  const calls: ReceivedCall[] = [];
  const sessions: { destroy(): void }[] = [];
  const server = createServer(async (request, response) => {
    const call = await receivedCall(request);
    calls.push(call);
    answer(call, response);
  });
  server.on("session", (session) => sessions.push(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    connections: () => sessions.length,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receivedCall(request: Http2ServerRequest): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { method, url: path, headers } = request;
  return { method, path, headers, body: JSON.parse(bytes.toString()), bytes };
}
