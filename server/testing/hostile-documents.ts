import { gzipSync } from "node:zlib";

/** Bodies that are invalid or unusual JSON documents. `sound` is the text of a valid body. */
export type HostileDocument = { name: string; bytes: (sound: string) => Buffer };

const text = (name: string, make: (sound: string) => string): HostileDocument => ({
  name,
  bytes: (sound) => Buffer.from(make(sound)),
});
const KEYS = 100_000;

export const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Inserts members before those of the object. */
export const withMembers = (sound: string, members: string): string =>
  sound === "{}" ? `{${members}}` : sound.replace("{", `{${members},`);

export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  text("empty", () => ""),
  text("white space", () => " \n\t"),
  ...["[]", '""', '"text"', "null", "true", "0", "-0", "1e400", "[null]", "[{}]", "{}"].map((document) =>
    text(`top level ${document}`, () => document),
  ),
  ...[33, 1_000, 100_000].flatMap((depth) => [
    text(`arrays ${depth} deep`, () => nested(depth)),
    text(`objects ${depth} deep`, () => nestedObjects(depth)),
    text(`member ${depth} deep`, (sound) => withMembers(sound, `"payload":${nestedObjects(depth)}`)),
    text(`never closed ${depth}`, () => "[".repeat(depth)),
  ]),
  text("a hundred thousand keys", (sound) =>
    withMembers(sound, Array.from({ length: KEYS }, (_, key) => `"k${key}":1`).join(",")),
  ),
  text("a hundred thousand elements", () => `[${"1,".repeat(KEYS)}1]`),
  text("__proto__", (sound) => withMembers(sound, '"__proto__":{"polluted":true}')),
  text("deep __proto__", (sound) => withMembers(sound, '"payload":{"__proto__":{"polluted":true}}')),
  text("constructor", (sound) => withMembers(sound, '"constructor":{"prototype":{"polluted":true}}')),
  text("deep constructor", (sound) =>
    withMembers(sound, '"data":{"constructor":{"prototype":{"polluted":true}}},"payload":{"toString":1}'),
  ),
  text("odd keys", (sound) => withMembers(sound, '"":1," ":2,"a.b":3,"$where":4,"hasOwnProperty":5')),
  text("NUL in a key", (sound) => withMembers(sound, '"a\\u0000b":1')),
  text("lone surrogate in a key", (sound) => withMembers(sound, '"a\\ud800b":1')),
  text("keys twice", (sound) => sound.replace("{", `{${sound.slice(1, -1)}${sound === "{}" ? "" : ","}`)),
  text("byte order mark", (sound) => `\ufeff${sound}`),
  text("trailing comma", (sound) => sound.replace(/}$/, ",}")),
  text("comment", (sound) => `/* */${sound}`),
  text("two documents", (sound) => sound + sound),
  ...[0.25, 0.5, 0.75, 1].map((part) =>
    text(`cut off at ${part}`, (sound) => sound.slice(0, Math.max(1, Math.floor(sound.length * part) - 1))),
  ),
  {
    name: "invalid UTF-8",
    bytes: (sound) => Buffer.from(withMembers(sound, '"x":"\u00ff\u00fe"'), "latin1"),
  },
  { name: "UTF-16", bytes: (sound) => Buffer.from(`\ufeff${sound}`, "utf16le") },
  { name: "gzip", bytes: (sound) => gzipSync(sound) },
  { name: "bytes", bytes: () => Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37) % 256)) },
];

/** Content types of requests. */
export const CONTENT_TYPES: readonly (string | undefined)[] = [
  undefined,
  "",
  "application/json\t",
  "application/json;",
  "application/json; charset=utf-16",
  "application/json; charset=\u00ff",
  "application/json; charset=utf-8; charset=latin1",
  "application/json,application/json",
  "APPLICATION/JSON",
  "application/jsonx",
  "application/problem+json",
  "text/json",
  "text/plain",
  "text/html",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/x-www-form-urlencoded",
  "*/*",
  "json",
  "/",
  ";",
  "a".repeat(4_000),
];

export const AUTHORIZATIONS: readonly string[] = [
  "",
  "ApiKey",
  "ApiKey ",
  "ApiKey  ",
  "ApiKey x",
  "apikey x",
  "Bearer x",
  "Bearer",
  "Basic dTpw",
  "Keyless x",
  "\u00ff\u00fe",
  "ApiKey \u00ff",
  `ApiKey ${"x".repeat(8_000)}`,
  "x".repeat(8_000),
  "ApiKey ' or 1=1--",
  "ApiKey __proto__",
  "ApiKey %00",
];

/** Other headers that influence servers, parsers and caches. */
/** Good and malformed ones; a good one that comes again comes with another request. */
export const IDEMPOTENCY_KEYS: readonly string[] = [
  "",
  "k",
  '"k"',
  "k".repeat(255),
  "k".repeat(256),
  `"${"k".repeat(255)}"`,
  "__proto__",
  "a b",
  "a, b",
  "a\tb",
  '"a',
  '""',
  '"a";b=1',
  "{{payload.text}}",
  "'--",
  "\u00ff' or 1=1--",
  "\u0080",
];

export const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["content-encoding", "gzip"],
  ["content-encoding", "nonsense"],
  ["x-http-method-override", "DELETE"],
  ["accept", "application/xml"],
  ["accept", "application/problem+json"],
  ["accept-encoding", "gzip;q=\u00ff"],
  ["accept-version", "99"],
  ["expect", "something-else"],
  ["upgrade", "websocket"],
  ["forwarded", "for=\u00ff;host=evil"],
  ["x-forwarded-host", "evil.example"],
  ["x-original-url", "/livez"],
  ["range", "bytes=0-"],
  ["if-match", "*"],
  ["cookie", "a=b; ".repeat(500)],
  ["origin", "null"],
  ["novu-environment-id", "ffffffffffffffffffffffff"],
];
