import type { Passthrough, SendOutcome } from "./provider.ts";
import { refusalOfHeaders } from "./request-headers.ts";

/** The outcome when a header of the trigger's passthrough cannot be sent; undefined when all of them can. */
export function passthroughFault(passthrough: Passthrough | undefined): SendOutcome | undefined {
  const refusal = refusalOfHeaders(passthrough?.headers ?? {});
  if (refusal === undefined) return undefined;
  const reason = `The trigger's overrides cannot be sent: in _passthrough.headers, ${refusal}.`;
  return { kind: "rejected", reason, isContentFault: true };
}

/** The URL with more query parameters; an invalid URL is returned unchanged and refused by `outbound`. */
export function withQuery(url: string, query: Record<string, string> = {}): string {
  if (Object.keys(query).length === 0 || !URL.canParse(url)) return url;
  const extended = new URL(url);
  for (const [name, value] of Object.entries(query)) extended.searchParams.set(name, value);
  return extended.href;
}

/** Lower-case header names, so that headers set later replace them. */
export function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The message without the body of its passthrough, for a provider that has merged that body into its request itself. */
export function withoutBody<M extends { passthrough?: Passthrough }>(message: M): M {
  return message.passthrough ? { ...message, passthrough: { ...message.passthrough, body: {} } } : message;
}
