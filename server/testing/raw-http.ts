import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { PATIENCE_MS } from "./patience.ts";

/** A request that is sent unchanged: the URL is not normalized; only Host and Content-Length are added. */
export type RawRequest = {
  method: string;
  path: string;
  headers: readonly (readonly [string, string])[];
  body?: Buffer;
};
export type RawAnswer = {
  status: number;
  contentType: string;
  text: string;
  /** Why there is no answer. */
  failure?: string;
  /** When the client may send the request again, in seconds. */
  retryAfterS?: number;
};

const NO_ANSWER = { status: 0, contentType: "", text: "" };

export type RawClient = { send(request: RawRequest): Promise<RawAnswer>; close(): void };

export function openRawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const hasLength = body !== undefined || method !== "GET";
        const lengths = hasLength ? [["content-length", String(body?.length ?? 0)]] : [];
        const all = [["host", `${hostname}:${port}`], ...lengths, ...headers].flat();
        const outgoing = httpRequest({ hostname, port, agent, method, path, headers: all }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            clearTimeout(late);
            const { statusCode: status = 0, headers: given } = response;
            const contentType = given["content-type"] ?? "";
            const again = given["retry-after"];
            const retry = again === undefined ? {} : { retryAfterS: Number(again) };
            resolve({ status, contentType, text: Buffer.concat(chunks).toString(), ...retry });
          });
        });
        const late = setTimeout(() => outgoing.destroy(new Error("no answer in time")), PATIENCE_MS);
        outgoing.on("error", (error) => {
          clearTimeout(late);
          resolve({ ...NO_ANSWER, failure: error.message });
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Writes bytes to the server and reads its answer. An unfinished request may get none: its answer is not waited for. */
export async function exchangeBytes(
  url: string,
  bytes: Buffer | string,
  isUnfinished = false,
): Promise<RawAnswer> {
  const { text, failure } = await exchange(url, bytes, silenceMs(isUnfinished));
  return failure ? { ...parsed(text), failure } : parsed(text);
}

/** The status and the headers of the first answer; status 0 without an answer. */
export async function exchangeHeaders(
  url: string,
  bytes: Buffer | string,
  isUnfinished = false,
): Promise<{ status: number; headers: Headers }> {
  const { text } = await exchange(url, bytes, silenceMs(isUnfinished));
  const [status = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(status)?.[1] ?? 0), headers: new Headers(pairs) };
}

const silenceMs = (isUnfinished: boolean) => (isUnfinished ? 400 : PATIENCE_MS);
const CHUNKED = /^transfer-encoding: *chunked$/im;

function exchange(
  url: string,
  bytes: Buffer | string,
  mostMs: number,
): Promise<{ text: string; failure?: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = (failure?: string) => {
      socket.destroy();
      resolve(failure ? { text, failure } : { text });
    };
    socket.setEncoding("latin1");
    socket.setTimeout(mostMs, () => done(text === "" ? "silence" : undefined));
    socket.on("data", (chunk) => {
      text += chunk;
      if (isComplete(text)) done();
    });
    socket.on("error", (error) => done(error.message));
    socket.on("close", () => done());
  });
}

/** Whether the text holds an answer with its whole body; one without a length ends with the connection. */
function isComplete(answer: string): boolean {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  if (rest.length === 0) return false;
  if (/^HTTP\/1\.1 [23]04 /.test(head)) return true;
  if (CHUNKED.test(head)) return answer.endsWith("\r\n0\r\n\r\n");
  const length = /^content-length: *(\d+)$/im.exec(head)?.[1];
  return length !== undefined && rest.join("\r\n\r\n").length >= Number(length);
}

function parsed(answer: string): RawAnswer {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  const contentType = /^content-type: *(.*)$/im.exec(head)?.[1]?.trim() ?? "";
  const text = rest.join("\r\n\r\n");
  return { status, contentType, text: CHUNKED.test(head) ? unchunked(text) : text };
}

function unchunked(text: string): string {
  const size = Number.parseInt(text, 16);
  if (!(size > 0)) return "";
  const start = text.indexOf("\r\n") + 2;
  return text.slice(start, start + size) + unchunked(text.slice(start + size + 2));
}
