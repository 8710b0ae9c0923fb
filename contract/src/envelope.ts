import type { AnyOperation } from "./operation.ts";

/**
 * Novu's servers wrap a single record in `{"data": record}`; the specification shows it without. `TIDINGS_ENVELOPE`
 * selects one for operations with an API key. Pages and outcomes with their own list `data` are the same in both modes, and so is health.
 */
export function takesEnvelope({ response, isOpen, isStreamed }: AnyOperation): boolean {
  if (response === undefined || isOpen || isStreamed) return false;
  const { data } = (response as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return data?.type !== "array";
}

/** Whether an operation's response has the envelope: always for browsers, because Novu's browser clients read `data`. */
export function isEnveloped(operation: AnyOperation, hasEnvelope: boolean): boolean {
  return (hasEnvelope || operation.principal !== undefined) && takesEnvelope(operation);
}

/** An operation's response without its envelope, if it has one: no bare response has `data` as its only member. */
export function withoutEnvelope(operation: AnyOperation, body: unknown): unknown {
  if (!takesEnvelope(operation) || typeof body !== "object" || body === null) return body;
  const [name, ...others] = Object.keys(body);
  return name === "data" && others.length === 0 ? (body as { data: unknown }).data : body;
}
