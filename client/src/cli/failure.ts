import { TidingsError } from "../tidings-error.ts";
import { oneLine } from "./one-line.ts";

/** Wrong usage of a command: exit code 2, with the help command to run. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly help: string;

  constructor(message: string, help = "tidings --help") {
    super(message);
    this.help = help;
  }
}

/** 1 for a failure, 2 for wrong usage. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError ? 2 : 1;
}

/** One sentence that a person can act on. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee: ${error.help}`;
  if (error instanceof TidingsError) return oneLine(`${wordsOf(error)}${hintFor(error)}`);
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** The error for programs: one line of JSON. */
export function failureJson(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof TidingsError)) return JSON.stringify({ error: { message } });
  const { status, code, errors, path, body } = error;
  return JSON.stringify({ error: { message, status, code, errors, path, body } });
}

function wordsOf({ message, errors = {} }: TidingsError): string {
  // `general` repeats the messages of the fields.
  const named = Object.entries(errors).filter(([field], _, all) => field !== "general" || all.length === 1);
  const fields = named.map(([field, { messages }]) => `${field}: ${messages.join(", ")}`);
  if (fields.length === 0) return message;
  // Does not repeat the message when a field has the same one.
  const isRepeated = Object.values(errors).some(({ messages }) => messages.includes(message));
  return isRepeated ? fields.join("; ") : `${message}: ${fields.join("; ")}`;
}

function hintFor({ status, code, body }: TidingsError): string {
  if (status === 0 || code === "NO_JSON") return " (set the service's address with --url or TIDINGS_URL)";
  if (status === 401) return " (check --api-key or TIDINGS_API_KEY)";
  const errorId = typeof body === "object" && body !== null && "errorId" in body ? body.errorId : undefined;
  return typeof errorId === "string" ? ` (error ${errorId} in the service's log)` : "";
}
