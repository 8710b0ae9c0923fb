import { isSocketAllowed, type OutboundAllow } from "./allow-list.ts";
import { forbidden, type Refusal, refusalOfHost } from "./guard.ts";

/** A URL that passed all checks that need no network. */
export type OutboundTarget = { kind: "target"; url: URL; host: string; port: number };

const OPEN_PORTS = new Set([80, 443, 8080, 8443]);
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Checks scheme, credentials, port and host. The URL parser has already normalized `2130706433`, `0177.1`, full-width
 * digits and the like, so the host is checked as it will be used.
 */
export function targetOf(text: string, allow: OutboundAllow): OutboundTarget | Refusal {
  if (!URL.canParse(text)) return forbidden("the URL is not valid");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return forbidden(`the scheme ${url.protocol} is not http: or https:`);
  }
  if (url.username !== "" || url.password !== "") return forbidden("the URL carries a user name or password");
  const host = url.hostname;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const isPortOpen = OPEN_PORTS.has(port) || port >= FIRST_UNPRIVILEGED_PORT;
  if (!isPortOpen && !isSocketAllowed(allow, host, port)) return forbidden(`the port ${port} is not open`);
  return refusalOfHost(host, port, allow) ?? { kind: "target", url, host, port };
}

const MAIL_PORTS = new Set([25, 465, 587]);

/** Refuses a mail server by its port or the name of its host, before anything is resolved. */
export function refusalOfMailSocket(host: string, port: number, allow: OutboundAllow): Refusal | undefined {
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535;
  const isOpen =
    MAIL_PORTS.has(port) || port >= FIRST_UNPRIVILEGED_PORT || isSocketAllowed(allow, host, port);
  return isPort && isOpen ? refusalOfHost(host, port, allow) : forbidden(`the port ${port} is not open`);
}
