import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import { CERTIFICATE, KEY } from "./certificate.mjs";

/** First byte of a TLS connection (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;
/** Belong to one connection (RFC 9110, section 7.6.1). */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "http2-settings"];

/**
 * A reverse proxy with TLS and HTTP/2 in front of the simulator: the host of a request decides which vendor it is for. Keeps each
 * exchange.
 * @param {{ hosts: [start: string, provider: string][], simulatorUrl: string }} options `hosts`: the provider of each host, or of
 *   a host with the start of a path.
 */
export async function startGateway({ hosts, simulatorUrl }) {
  /** @type {Record<string, object[]>} */
  const exchanges = {};
  const handle = (request, response) => {
    forward(request, { hosts, simulatorUrl }).then(
      ({ provider, ...exchange }) => {
        exchanges[provider] = [...(exchanges[provider] ?? []), exchange];
        const { status, headers, body } = exchange.response;
        response.writeHead(status, headers).end(body);
      },
      (error) => response.writeHead(502, { "content-type": "text/plain" }).end(String(error)),
    );
  };
  const servers = [
    http2.createSecureServer({ key: KEY, cert: CERTIFICATE, allowHTTP1: true }, handle),
    http.createServer(handle),
  ];
  const { listener, close } = await listen(servers);
  return {
    port: listener.address().port,
    /** The exchanges with a vendor since the last call of this function. */
    take: (provider) => {
      const taken = exchanges[provider] ?? [];
      exchanges[provider] = [];
      return taken;
    },
    close,
  };
}

async function listen([secure, plain]) {
  const sockets = new Set();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    socket.once("data", (start) => {
      socket.pause();
      socket.unshift(start);
      (start[0] === TLS_HANDSHAKE ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  };
  return { listener, close };
}

async function forward(request, { hosts, simulatorUrl }) {
  const host = String(request.headers[":authority"] ?? request.headers.host);
  const address = `${host.replace(/:\d+$/, "")}${request.url}`;
  const provider = hosts.find(([start]) => address.startsWith(start))?.[1];
  if (!provider) throw new Error(`no SDK states the host of ${address}`);
  const bytes = await bytesOf(request);
  const { method, url } = request;
  const headers = headersOf(request.headers);
  const sent = { ...headers, host, "x-forwarded-proto": "https", "content-length": String(bytes.length) };
  const response = await call(`${simulatorUrl}/${provider}${url}`, { method, headers: sent, bytes });
  return { provider, request: { method, host, path: url, headers, bytes }, response };
}

/** Without the fields of HTTP/2 and of the connection. */
function headersOf(headers) {
  const isOwn = ([name]) => !name.startsWith(":") && !HOP_HEADERS.includes(name);
  return Object.fromEntries(Object.entries(headers).filter(isOwn));
}

function call(url, { method, headers, bytes }) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, async (response) => {
      const body = await bytesOf(response);
      resolve({ status: response.statusCode, headers: headersOf(response.headers), body });
    });
    request.on("error", reject).end(bytes);
  });
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
