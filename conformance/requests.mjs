import { NOW } from "../server/dist/simulator/vendor-case.js";
import { caseOf, leavesOf } from "./cases.mjs";
import { normalHeaders } from "./headers.mjs";

const CHARSET = "JSON and forms are UTF-8 in any case.";

/**
 * What the request of an adapter and that of an SDK for the same message do not have in common.
 * @returns {Promise<{ part: string, ours: string | undefined, theirs: string | undefined, reason: string | undefined }[]>}
 */
export async function differencesOf(sdk, requests) {
  const vendorCase = caseOf(sdk);
  const [ours, theirs] = await Promise.all([
    partsOf((await adapterCalls(vendorCase)).at(-1), vendorCase),
    partsOf(requests.at(-1), vendorCase),
  ]);
  const parts = [...new Set([...ours.keys(), ...theirs.keys()])];
  const different = parts.filter((part) => ours.get(part) !== theirs.get(part));
  return different
    .map((part) => ({ part, ours: ours.get(part), theirs: shownOf(theirs.get(part), part, sdk) }))
    .map((difference) => ({ ...difference, reason: reasonFor(difference, sdk) }));
}

/** A value that the SDK makes for each call. */
function shownOf(value, part, { fresh = [] }) {
  return fresh.includes(part) ? "(new for each call)" : value;
}

/** The reasons of an SDK that no difference needs. */
export function staleReasons(differences, { differs = {} }) {
  return Object.keys(differs).filter((key) => !differences.some(({ part }) => isUnder(part, key)));
}

function reasonFor({ part, ours, theirs }, { differs = {} }) {
  const own = Object.keys(differs).find((key) => isUnder(part, key));
  if (own !== undefined) return differs[own];
  return part === "header.content-type" && isCharset(ours, theirs) ? CHARSET : undefined;
}

/** The same type, one of them with its character set. */
function isCharset(ours = "", theirs = "") {
  const bare = (type) => type.replace(/;\s*charset=utf-8$/, "");
  return bare(ours) === bare(theirs);
}

const isUnder = (part, key) => part === key || part.startsWith(`${key}.`);

/** The calls of the adapter for the message of the case, to the vendor's own address. */
async function adapterCalls({ provider, credentials, message, answersBefore = {}, responses }) {
  const calls = [];
  const io = {
    now: () => NOW,
    tokens: { get: async (_name, issue) => (await issue()).token, forget: () => undefined },
    async request(call) {
      const { host, pathname, search } = new URL(call.url);
      calls.push({
        method: call.method,
        host,
        path: pathname + search,
        headers: call.headers ?? {},
        bytes: bytesOf(call),
      });
      const {
        status,
        headers = {},
        body = "",
      } = answersBefore[pathname] ? { status: 200, body: answersBefore[pathname] } : responses[0];
      return {
        kind: "answered",
        status,
        headers,
        body: typeof body === "string" ? body : JSON.stringify(body),
        isCut: false,
      };
    },
  };
  const outcome = await provider.send(message, credentials, io);
  if (calls.length === 0) throw new Error(`${provider.id} made no call: ${JSON.stringify(outcome)}`);
  return calls;
}

const bytesOf = ({ body = "" }) => Buffer.from(body);

/** Everything that a request says, by the name of its part. */
async function partsOf({ method, host, path, headers, bytes }, vendorCase) {
  const { pathname, searchParams } = new URL(path, "https://vendor.test");
  const query = [...searchParams].map(([name, value]) => [`query.${name}`, value]);
  const body = leavesOf(await decoded(bytes, headers["content-type"] ?? "", vendorCase)).map(
    ({ path: at, value }) => [`body.${at}`, value],
  );
  const parts = [
    ["method", method],
    ["url", `https://${host}${decodeURIComponent(pathname)}`],
    ...query,
    ...normalHeaders(headers),
    ...body,
  ];
  return new Map(parts.map(([part, value]) => [part, String(value)]));
}

async function decoded(bytes, type, { request }) {
  if (request.decode && !/form/.test(type)) return request.decode(bytes);
  if (bytes.length === 0) return {};
  if (!/form/.test(type)) return JSON.parse(bytes.toString());
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const fields = {};
  for (const [name, value] of form) fields[name] = [...(fields[name] ?? []), await fieldOf(value)];
  // A name that is there once is no list.
  return Object.fromEntries(
    Object.entries(fields).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
  );
}

async function fieldOf(value) {
  return typeof value === "string" ? value : { name: value.name, type: value.type, text: await value.text() };
}
