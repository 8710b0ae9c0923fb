/** What a database error means for the one who asked; by SQLSTATE class, see PostgreSQL's appendix A. */
export type DatabaseTrouble = "bad_input" | "conflict" | "unavailable" | "retry" | undefined;

const NETWORK_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);

export function classifyDatabaseError(error: unknown): DatabaseTrouble {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "40001" || code === "40P01" || code === "55P03" || isTimeout(error)) return "retry";
  if (code === "23505") return "conflict";
  if (/^(22|54)/.test(code) && code.length === 5) return "bad_input";
  if (/^(08|53|57P)/.test(code) || code === "25P03" || NETWORK_CODES.has(code)) return "unavailable";
  return isLostConnection(error) ? "unavailable" : undefined;
}

/** A statement that PostgreSQL ended because it took longer than its statement_timeout, or at an operator's word. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

/** `pg` gives no code when a connection ends under a query or none can be had in time. */
function isLostConnection(error: Error): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
    error.message,
  );
}
