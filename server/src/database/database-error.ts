/** What a database error means for its caller, by SQLSTATE class (PostgreSQL's appendix A). */
export type DatabaseErrorClass = "bad_input" | "conflict" | "unavailable" | "retry" | undefined;

/** Codes of sockets and of DNS, because the name of a stopped server may not resolve. If a host has several addresses, Node.js gives the code of the first. */
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

export function classifyDatabaseError(error: unknown): DatabaseErrorClass {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "40001" || code === "40P01" || code === "55P03" || isTimeout(error)) return "retry";
  if (code === "23505") return "conflict";
  if (/^(22|54)/.test(code) && code.length === 5) return "bad_input";
  if (/^(08|53|57P)/.test(code) || code === "25P03" || isReadOnly(error)) return "unavailable";
  if (NETWORK_CODES.has(code)) return "unavailable";
  return isLostConnection(error) ? "unavailable" : undefined;
}

/** PostgreSQL cancelled the statement: it exceeded statement_timeout, or an operator cancelled it. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

/** PostgreSQL found no space for what a statement stores; others, which need no new page, may succeed. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "53100";
}

/** The server is a standby, or was made one: after a fail-over, connections may lead to the former primary for a while. */
export function isReadOnly(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "25006";
}

/** The database answers to reads, but refuses writes: a standby all of them, a full disk those that need a new page. */
export function refusesWrites(error: unknown): boolean {
  return isDiskFull(error) || isReadOnly(error);
}

/** A time-out that this process counted itself: for a connection, or for an answer of the health pool. */
export function isOwnTimeout(error: Error): boolean {
  return OWN_TIMEOUT.test(error.message);
}

const OWN_TIMEOUT =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|Query read timeout)/;

/** `pg` gives no code when a connection ends during a query, or when no connection is free in time. */
function isLostConnection(error: Error): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
    error.message,
  );
}
