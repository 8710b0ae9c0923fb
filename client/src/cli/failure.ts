import { TidingsError } from "../tidings-error.ts";
import { oneLine } from "./one-line.ts";

/** The command was not said right: exit code 2, with a hint where help is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly help: string;

  constructor(message: string, help = "tidings --help") {
    super(message);
    this.help = help;
  }
}

/** 1 is failure, 2 wrong usage. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError ? 2 : 1;
}

/** One sentence a person can act on. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee: ${error.help}`;
  if (error instanceof TidingsError) return oneLine(`${wordsOf(error)}${hintFor(error)}`);
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** The same for programs, as one line of JSON. */
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
  // Where a field's sentence is the whole one again, it is said once.
  const isRepeated = Object.values(errors).some(({ messages }) => messages.includes(message));
  return isRepeated ? fields.join("; ") : `${message}: ${fields.join("; ")}`;
}

function hintFor({ status, code, body }: TidingsError): string {
  if (status === 0 || code === "NO_JSON") return " (--url or TIDINGS_URL says where the service is)";
  if (status === 401) return " (check --api-key or TIDINGS_API_KEY)";
  const errorId = typeof body === "object" && body !== null && "errorId" in body ? body.errorId : undefined;
  return typeof errorId === "string" ? ` (error ${errorId} in the service's log)` : "";
}
