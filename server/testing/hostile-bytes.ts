/** Bytes that reach an open port: not HTTP, incomplete HTTP, and HTTP that two servers would parse differently. */
export type HostileBytes = { name: string; bytes: string | Buffer; isUnfinished?: true };

const HOST = "Host: x\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
const post = (more: string, body = "") =>
  `POST /v1/events/trigger HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${more}\r\n${body}`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";

export const HOSTILE_BYTES: readonly HostileBytes[] = [
  { name: "TLS hello", bytes: Buffer.from("16030100c8010000c40303", "hex") },
  { name: "SSH", bytes: "SSH-2.0-OpenSSH_9.6\r\n" },
  { name: "random bytes", bytes: Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) % 256)) },
  { name: "HTTP/2 preface", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
  { name: "HTTP/0.9", bytes: "GET /\r\n\r\n" },
  { name: "HTTP/9.9", bytes: "GET /livez HTTP/9.9\r\nHost: x\r\n\r\n" },
  { name: "no method", bytes: " / HTTP/1.1\r\n\r\n" },
  { name: "unknown method", bytes: "FROBNICATE /livez HTTP/1.1\r\nHost: x\r\n\r\n" },
  ...["PROPFIND", "TRACE", "PURGE", "OPTIONS", "QUERY", "M-SEARCH", "PUT"].map((method) => ({
    name: method,
    bytes: `${method} /livez HTTP/1.1\r\n${HOST}\r\n`,
  })),
  { name: "OPTIONS *", bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
  { name: "absolute URL", bytes: get("http://evil.example/livez?x=1#y") },
  { name: "no leading slash", bytes: get("livez") },
  { name: "two slashes", bytes: get("//evil.example/%2e%2e/livez") },
  { name: "no Host", bytes: "GET /livez HTTP/1.1\r\n\r\n" },
  { name: "two Hosts", bytes: get("/livez", "Host: y\r\n") },
  { name: "%ff in the path", bytes: get("/v2/subscribers/%ff") },
  { name: "% in the path", bytes: get("/%") },
  { name: "bytes in the path", bytes: Buffer.from(get("/v2/subscribers/\u00ff\u0000"), "latin1") },
  { name: "id of 3 kB", bytes: get(`/v2/subscribers/${"a".repeat(3_000)}`) },
  { name: "path of 15 kB", bytes: get(`/${"a/".repeat(7_500)}`) },
  { name: "path of 20 kB", bytes: get(`/${"a".repeat(20_000)}`) },
  { name: "header of 20 kB", bytes: get("/livez", `X-Big: ${"a".repeat(20_000)}\r\n`) },
  { name: "a thousand headers", bytes: get("/livez", "a: b\r\n".repeat(1_000)) },
  { name: "three thousand headers", bytes: get("/livez", "a: b\r\n".repeat(3_000)) },
  { name: "header without colon", bytes: get("/livez", "nonsense\r\n") },
  { name: "space before the colon", bytes: get("/livez", "X-A : b\r\n") },
  { name: "folded header", bytes: get("/livez", "X-A: b\r\n c\r\n") },
  { name: "NUL in a header", bytes: get("/livez", "X-A: b\0c\r\n") },
  { name: "CR in a header", bytes: get("/livez", "X-A: b\rc\r\n") },
  { name: "line feeds only", bytes: "GET /livez HTTP/1.1\nHost: x\n\n" },
  { name: "both lengths", bytes: post(`Content-Length: 4\r\n${CHUNKED}`, "0\r\n\r\n") },
  { name: "both lengths, other order", bytes: post(`${CHUNKED}Content-Length: 4\r\n`, "0\r\n\r\n") },
  { name: "two lengths", bytes: post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}x") },
  { name: "negative length", bytes: post("Content-Length: -1\r\n") },
  { name: "length beyond numbers", bytes: post("Content-Length: 99999999999999999999\r\n", "{}") },
  { name: "length of 5 MiB", bytes: post("Content-Length: 5242880\r\n", "{") },
  { name: "unknown coding", bytes: post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n") },
  { name: "bad chunk size", bytes: post(CHUNKED, "zz\r\n{}\r\n0\r\n\r\n") },
  { name: "huge chunk size", bytes: post(CHUNKED, "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n") },
  { name: "chunk extension", bytes: post(CHUNKED, `2;${"x".repeat(17_000)}\r\n{}\r\n0\r\n\r\n`) },
  { name: "CONNECT", bytes: `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, isUnfinished: true },
  { name: "half a request", bytes: "GET /livez HTTP/1.1\r\nHost", isUnfinished: true },
  { name: "half a body", bytes: post("Content-Length: 100\r\n", "{"), isUnfinished: true },
  { name: "path of 100 kB", bytes: get(`/${"a".repeat(100_000)}`), isUnfinished: true },
  { name: "header of 1 MB", bytes: get("/livez", `X-Big: ${"a".repeat(1_000_000)}\r\n`), isUnfinished: true },
  { name: "fifty in one", bytes: get("/livez").repeat(50) },
];
