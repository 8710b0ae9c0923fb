import { boundValues } from "./hostile-bounds.ts";
import {
  AUTHORIZATIONS,
  CONTENT_TYPES,
  HOSTILE_DOCUMENTS,
  IDEMPOTENCY_KEYS,
  ODD_HEADERS,
} from "./hostile-documents.ts";
import {
  changedAt,
  type Draft,
  escapeText,
  JsonText,
  jsonText,
  type Path,
  pathsOf,
  unescapedText,
  valueAt,
} from "./hostile-draft.ts";
import { BROKEN_TOKENS, ESCAPED_TEXTS, HOSTILE_NUMBERS, HOSTILE_TEXTS, HUGE_TEXTS } from "./hostile-texts.ts";

/** Random input of a mutation from fast-check: two numbers, a value and a text. */
export type Choice = { place: number; what: number; value: unknown; text: string };
type Mutation = (draft: Draft, choice: Choice) => void;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const SWAPS: readonly unknown[] = [null, true, 0, "", "text", [], {}, [[]], [null], { "": null }, ["a", 1]];
const NUMBERS = [...HOSTILE_NUMBERS, ...BROKEN_TOKENS].map((token) => new JsonText(token));
const BODY_TEXTS = [...HOSTILE_TEXTS, ...HUGE_TEXTS];
const EXTRA_KEYS = ["extra", "constructor", "toString", "_id", "environmentId", "_environmentId", "a.b", ""];

function spoilBody(draft: Draft, { path, with: value, how }: { path: Path; with: unknown; how: string }) {
  draft.body = changedAt(draft.body, path, () => value);
  draft.story.push(`${how} at body.${path.join(".")}`);
}

const inBody =
  (how: string, values: (choice: Choice) => unknown): Mutation =>
  (draft, choice) => {
    if (draft.body === undefined) return (choice.place % 2 === 0 ? param : query)(draft, choice);
    spoilBody(draft, { path: pick(pathsOf(draft.body), choice.place), with: values(choice), how });
  };

const bounds: Mutation = (draft, choice) => {
  const candidates = boundValues(draft.operation.body, draft.body);
  if (draft.body === undefined || candidates.length === 0) return queryBounds(draft, choice);
  const [path, value] = pick(candidates, choice.what);
  spoilBody(draft, { path, with: value, how: "bound" });
};

const extraKey: Mutation = (draft, choice) => {
  const objects = pathsOf(draft.body).filter((path) => valueAt(draft.body, path)?.constructor === Object);
  if (objects.length === 0) return extraQuery(draft, choice);
  const path = [...pick(objects, choice.place), pick(EXTRA_KEYS, choice.what)];
  spoilBody(draft, { path, with: choice.value, how: "extra key" });
};

const otherBody: Mutation = (draft, choice) => {
  const document = pick(HOSTILE_DOCUMENTS, choice.what);
  const isNew = draft.body === undefined;
  draft.bytes = document.bytes(isNew ? "{}" : jsonText(draft.body));
  if (isNew) setHeader(draft, "content-type", "application/json");
  draft.story.push(`body: ${document.name}`);
};

const param: Mutation = (draft, choice) => {
  const names = Object.keys(draft.params);
  if (names.length === 0) return extraQuery(draft, choice);
  const name = pick(names, choice.place);
  draft.params[name] = urlText(choice);
  draft.isElsewhere = true;
  draft.story.push(`path parameter ${name}`);
};

const query: Mutation = (draft, choice) => {
  const names = Object.keys((draft.operation.query as any)?.properties ?? {});
  if (names.length === 0) return param(draft, choice);
  const name = pick(names, choice.place);
  const pair: [string, string] = [choice.text.length % 9 === 0 ? `${name}[]` : name, urlText(choice)];
  const at = draft.query.findIndex(([given]) => given === name);
  // Sometimes a second value beside the first.
  if (at < 0 || choice.text.length % 5 === 0) draft.query.push(pair);
  else draft.query[at] = pair;
  draft.story.push(`query ${name}`);
};

const queryBounds: Mutation = (draft, choice) => {
  const candidates = boundValues(draft.operation.query, {});
  if (candidates.length === 0) return param(draft, choice);
  const [[name = ""], value] = pick(candidates, choice.what) as [Path, unknown];
  draft.query.push([String(name), escapeText(String(value).slice(0, 4_000))]);
  draft.story.push(`bound at query ${name}`);
};

const extraQuery: Mutation = (draft, choice) => {
  const many = Array.from({ length: 300 }, (_, at): [string, string] => [`k${at}`, "1"]);
  const extras: [string, string][][] = [
    [["__proto__", "x"]],
    [["__proto__[polluted]", "true"]],
    [["constructor.prototype.polluted", "true"]],
    [["%00", "1"]],
    [["%ff", "%ff"]],
    [["", ""]],
    [[urlText(choice), urlText(choice)]],
    many,
  ];
  draft.query.push(...pick(extras, choice.place));
  draft.story.push("extra query");
};

const contentType: Mutation = (draft, { what }) => {
  const type = pick(CONTENT_TYPES, what);
  setHeader(draft, "content-type", type);
  draft.story.push(`content type ${type?.slice(0, 60)}`);
};

const authorization: Mutation = (draft, { what, place }) => {
  const given = pick(AUTHORIZATIONS, what);
  if (place % 3 === 0) draft.headers.push(["authorization", given]);
  else setHeader(draft, "authorization", place % 7 === 0 ? undefined : given);
  draft.story.push(`authorization ${given.slice(0, 60)}`);
};

/** The second key of a request that writes into another environment: odd, missing, or given twice. */
const targetAuthorization: Mutation = (draft, { what, place }) => {
  const given = pick(AUTHORIZATIONS, what);
  if (place % 3 === 0) draft.headers.push(["target-authorization", given]);
  else setHeader(draft, "target-authorization", place % 7 === 0 ? undefined : given);
  draft.story.push(`target authorization ${given.slice(0, 60)}`);
};

const oddHeader: Mutation = (draft, { what }) => {
  const [name, value] = pick(ODD_HEADERS, what);
  draft.headers.push([name, value]);
  draft.story.push(`header ${name}: ${value.slice(0, 60)}`);
};

/** One in three keys is unique to the request; sometimes there are two headers. */
const idempotencyKey: Mutation = (draft, { what, place }) => {
  const key = place % 3 === 0 ? `own-${what}-${place}` : pick(IDEMPOTENCY_KEYS, what);
  draft.headers.push(["idempotency-key", key]);
  if (place % 9 === 4) draft.headers.push(["idempotency-key", key]);
  draft.story.push(`idempotency key ${key.slice(0, 60)}`);
};

/** All mutations of a request; the most productive ones are listed several times. */
export const MUTATIONS: readonly Mutation[] = [
  ...Array<Mutation>(5).fill(inBody("text", ({ what }) => pick(BODY_TEXTS, what))),
  ...Array<Mutation>(2).fill(inBody("swap", ({ what }) => pick(SWAPS, what))),
  inBody("number", ({ what }) => pick(NUMBERS, what)),
  inBody("missing", () => undefined),
  inBody("any value", ({ value }) => value),
  inBody("any text", ({ text }) => text),
  ...[bounds, bounds, extraKey, otherBody, param, param, query, query, queryBounds, extraQuery],
  ...[contentType, authorization, targetAuthorization, oddHeader, idempotencyKey, idempotencyKey],
];

function urlText({ what, place, text }: Choice): string {
  if (place % 4 === 0) return pick(ESCAPED_TEXTS, what);
  if (place % 4 === 1) return unescapedText(pick(HOSTILE_TEXTS, what));
  return place % 4 === 2 ? escapeText(text) : escapeText(pick(HOSTILE_TEXTS, what)).slice(0, 9_000);
}

function setHeader({ headers }: Draft, name: string, value: string | undefined): void {
  const at = headers.findIndex(([given]) => given === name);
  if (at >= 0) headers.splice(at, 1);
  if (value !== undefined) headers.push([name, value]);
}
