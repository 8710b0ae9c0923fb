import type { AnyOperation } from "@tidings/contract";
import { addressMark } from "../idempotency/address-mark.ts";
import type { Given } from "./check-request.ts";

/** The subjects of a request's response: whose erasure erases it, too. */
export type SubjectsOf = (given: Pick<Given, "params" | "body">, response: string) => string[];

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/**
 * Finds the keys of the subscribers that a response of the operation shows: the one in the path, those under `subscriberId` and those
 * under further members that the operation names; and the mark of an address that the response may repeat.
 */
export function subjectsOf({ showsSubscribers = [], showsAddress }: AnyOperation): SubjectsOf {
  const names = ["subscriberId", ...showsSubscribers].join("|");
  const members = new RegExp(`"(?:${names})":(${TEXT}|\\[(?:${TEXT},?)*\\])`, "g");
  return ({ params, body }, response) => {
    if (response === "") return [];
    const inPath = textsOf((params as { subscriberId?: unknown } | undefined)?.subscriberId);
    const shown = [...response.matchAll(members)].flatMap(([, value = "[]"]) => textsOf(JSON.parse(value)));
    const given = showsAddress ? textsOf((body as Record<string, unknown> | undefined)?.[showsAddress]) : [];
    return [...new Set([...inPath, ...shown, ...given.map(addressMark)])];
  };
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
