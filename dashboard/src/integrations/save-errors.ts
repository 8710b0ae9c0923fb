import { TidingsError } from "@tidings/client";

const PLACE = "credentials.";

/** The server's sentences about single credentials, by their names. */
export function fieldErrorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof TidingsError) || !error.errors) return {};
  const own = Object.entries(error.errors).filter(([path]) => path.startsWith(PLACE));
  return Object.fromEntries(
    own.map(([path, { messages }]) => [path.slice(PLACE.length).split(".")[0], messages.join(" ")]),
  );
}

/** What the provider answered to a check that failed; without credentials, the service removes them. */
export function answerOf(error: Error): string | undefined {
  const body = error instanceof TidingsError ? error.body : undefined;
  const raw = (body as { ctx?: { raw?: unknown } } | undefined)?.ctx?.raw;
  return typeof raw === "string" && raw !== "" ? raw : undefined;
}
