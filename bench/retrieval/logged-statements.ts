import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** A statement as the service executed it, with its parameters as texts. */
export type LoggedStatement = { text: string; values: (string | null)[] };

/** Time for the service's connections to read the new settings, and for the log to be written. */
const SETTLING_MS = 1_500;

/** The statements that `work` causes and that name `word` in a parameter, from the log of PostgreSQL. */
export async function loggedStatements(
  client: pg.Client,
  logFile: string,
  { word, work }: { word: string; work: () => Promise<unknown> },
): Promise<LoggedStatement[]> {
  const before = readFileSync(logFile).length;
  await set(client, "alter system set log_statement = 'all'");
  await work();
  await set(client, "alter system reset log_statement");
  const log = readFileSync(logFile).subarray(before).toString();
  const found = log.matchAll(/LOG: {2}execute \w+: ([\s\S]*?)\n\S[^\n]*DETAIL: {2}Parameters: ([^\n]*)/g);
  return [...found]
    .filter(([, , parameters]) => parameters?.includes(word))
    .map(([, text = "", parameters = ""]) => ({ text, values: valuesOf(parameters) }));
}

async function set(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement);
  await client.query("select pg_reload_conf()");
  await sleep(SETTLING_MS);
}

/** Reads `$1 = 'a', $2 = NULL`; a quote in a value is doubled. */
function valuesOf(parameters: string): (string | null)[] {
  const found = parameters.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g);
  return [...found].map(([, value]) => value?.replaceAll("''", "'") ?? null);
}
