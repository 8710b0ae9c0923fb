import type { AnyOperation } from "@tidings/contract";
import type { BaseRequest } from "./base-requests/base-request.ts";
import { BASE_REQUESTS } from "./base-requests.ts";
import type { RawRequest } from "./raw-http.ts";
import type { World } from "./seeded-world.ts";

/** A request while it is being mutated. Path and query parts are escaped, as on the wire. */
export type Draft = {
  readonly operation: AnyOperation;
  readonly params: Record<string, string>;
  readonly query: [string, string][];
  readonly headers: [string, string][];
  body: unknown;
  /** Sent instead of `body`. */
  bytes?: Buffer;
  /** True once the path may match another operation, or none. */
  isElsewhere: boolean;
  /** The mutations so far. */
  readonly story: string[];
};

export type Path = readonly (string | number)[];

/** JSON text that cannot be written from a value: `1e400`, `01`. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function baseRequest(operation: AnyOperation, world: World, n: number): BaseRequest {
  const make = BASE_REQUESTS[operation.id];
  if (!make) throw new Error(`base-requests/ has no request of the operation ${operation.id}`);
  return structuredClone(make(world, n));
}

export function draftOf(operation: AnyOperation, world: World, n: number): Draft {
  return draftFrom(operation, baseRequest(operation, world, n), authorizationOf(operation, world));
}

/** What authorizes the operation in this world: an API key, the token of an inbox session, or nothing. */
export function authorizationOf({ principal }: AnyOperation, world: World): string | undefined {
  if (principal === "application") return undefined;
  return principal === "subscriber" ? `Bearer ${world.inboxToken}` : `ApiKey ${world.environment.apiKey}`;
}

export function draftFrom(operation: AnyOperation, base: BaseRequest, authorization?: string): Draft {
  const { params = {}, query = {}, body, headers = {} } = base;
  return {
    operation,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeText(value)])),
    query: Object.entries(query).map(([name, value]) => [name, escapeText(value)]),
    headers: [
      ...(authorization === undefined ? [] : [["authorization", authorization] as [string, string]]),
      ...(body === undefined ? [] : [["content-type", "application/json"] as [string, string]]),
      ...Object.entries(headers),
    ],
    body,
    isElsewhere: false,
    story: [],
  };
}

export function requestOf({ operation, params, query, headers, body, bytes }: Draft): RawRequest {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const pairs = query.map(([name, value]) => `${name}=${value}`).join("&");
  const content = bytes ?? (body === undefined ? undefined : Buffer.from(jsonText(body)));
  const request = { method: operation.method, path: pairs === "" ? path : `${path}?${pairs}`, headers };
  return content ? { ...request, body: content } : request;
}

/** Escapes a text for a URL; lone surrogates become the bytes they would have. */
export function escapeText(text: string): string {
  return Array.from(text, (char) => {
    if (char.isWellFormed()) return encodeURIComponent(char);
    const code = char.charCodeAt(0);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join("");
  }).join("");
}

/** The bytes of a text without escapes, when HTTP allows them in a URL. */
export function unescapedText(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  return /^[\x21-\x7e\x80-\xff]+$/.test(bytes) ? bytes : escapeText(text);
}

export function jsonText(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`)
    .join(",")}}`;
}

/** The paths of all nested values, the value itself first. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof JsonText) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf((value as Record<string, unknown>)[key], [...path, key]))];
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<any>((inner, key) => inner?.[key], value);
}

/** A copy of the value, changed at a path; removes the member when `change` returns undefined. */
export function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const changed = changedAt((value as any)?.[key], rest, change);
  if (Array.isArray(value)) {
    const replacement = changed === undefined ? [] : [changed];
    return value.flatMap((item, at) => (at === key ? replacement : [item]));
  }
  const { [key]: _, ...others } = (typeof value === "object" && value !== null ? value : {}) as any;
  return changed === undefined ? others : { ...others, [key]: changed };
}
