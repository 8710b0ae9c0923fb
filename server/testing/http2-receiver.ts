import type { ServerResponse } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { listen } from "../src/simulator/listen.ts";
import { closedAfterwards, type HttpReceiver, type ReceivedCall, receivedCall } from "./receivers.ts";

/** A receiver for HTTP/1.1 and for HTTP/2 without TLS. */
export type Http2Receiver = HttpReceiver & {
  /** How many connections have brought requests. */
  readonly connections: () => number;
};

type AnswerCall = (call: ReceivedCall, response: ServerResponse) => void;

/** A receiver for the tests of one file; closes it after the last test. */
export const useHttp2Receiver = (answer: AnswerCall) => closedAfterwards(openHttp2Receiver(answer));

async function openHttp2Receiver(answer: AnswerCall): Promise<Http2Receiver> {
  const calls: ReceivedCall[] = [];
  const connections = new Set<object>();
  const { port, close } = await listen(0, async (request, response) => {
    const { stream } = request as unknown as Partial<Http2ServerRequest>;
    connections.add(stream?.session ?? request.socket);
    const call = await receivedCall(request);
    calls.push(call);
    answer(call, response);
  });
  return { url: `http://127.0.0.1:${port}`, calls, connections: () => connections.size, close };
}
