import { type TSchema, Type } from "typebox";
import type { AnyOperation } from "./operation.ts";

/**
 * Novu's servers answer a single record as `{"data": record}`; the specification shows it bare. An installation does one
 * or the other (`TIDINGS_ENVELOPE`). Pages and outcomes that have a list `data` of their own are the same in both, and
 * so is health, which probes read.
 */
export function takesEnvelope({ answer, isOpen }: AnyOperation): boolean {
  if (answer === undefined || isOpen) return false;
  const { data } = (answer as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return data?.type !== "array";
}

/** The schema of an answer inside its envelope. */
export function inEnvelope(answer: TSchema): TSchema {
  return Type.Object({ data: answer });
}

/** An operation's answer without its envelope, if it has one: no bare answer has `data` as its only member. */
export function withoutEnvelope(operation: AnyOperation, body: unknown): unknown {
  if (!takesEnvelope(operation) || typeof body !== "object" || body === null) return body;
  const [name, ...others] = Object.keys(body);
  return name === "data" && others.length === 0 ? (body as { data: unknown }).data : body;
}
