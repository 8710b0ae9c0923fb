import { refusalOfHeaders } from "../outbound/request-headers.ts";
import type { Passthrough, SendOutcome } from "./provider.ts";

/** The trigger's own fault, found before anything is sent: undefined when all headers of its passthrough can be sent. */
export function passthroughFault(passthrough: Passthrough | undefined): SendOutcome | undefined {
  const refusal = refusalOfHeaders(passthrough?.headers ?? {});
  if (refusal === undefined) return undefined;
  const reason = `The trigger's overrides cannot be sent: in _passthrough.headers, ${refusal}.`;
  return { kind: "rejected", reason, isContentFault: true };
}

/** A URL with further query parameters; one that cannot be read is left to the outbound door to refuse. */
export function withQuery(url: string, query: Record<string, string> = {}): string {
  if (Object.keys(query).length === 0 || !URL.canParse(url)) return url;
  const extended = new URL(url);
  for (const [name, value] of Object.entries(query)) extended.searchParams.set(name, value);
  return extended.href;
}

/** Header names in one spelling, so that what is set after them replaces them. */
export function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
