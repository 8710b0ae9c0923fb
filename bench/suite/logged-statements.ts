import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "./postgres.ts";

/** A statement as the service executed it, with its parameters as texts. */
export type LoggedStatement = {
  text: string;
  values: (string | null)[];
  /** False if PostgreSQL plans it each time, with its values. */
  isPrepared: boolean;
};

/** Time for the service's connections to read the new settings, and for the log to be written. */
const SETTLING_MS = 1_500;

type Asked = {
  /** A text that is in a parameter of each statement, such as the id of the environment. */
  readonly word: string;
  /** Calls of the service; sent one after the other. */
  readonly calls: readonly (() => Promise<unknown>)[];
};

/** Further lines of a statement start with a tab. */
const STATEMENT =
  /LOG: {2}execute ([^:\n]+): ([^\n]*(?:\n\t[^\n]*)*)\n[^\t\n][^\n]*DETAIL: {2}Parameters: ([^\n]*)/g;

/** Separates the calls in the log. */
const MARK = "select 'the next call'";

/** The statements that each call executes, from the log of PostgreSQL. */
export async function loggedStatements(
  dataDirectory: string,
  { word, calls }: Asked,
): Promise<LoggedStatement[][]> {
  const logFile = `${dataDirectory}/postgres.log`;
  return withClient(dataDirectory, async (client) => {
    const before = readFileSync(logFile).length;
    await set(client, "alter system set log_statement = 'all'");
    for (const call of calls) {
      await client.query(MARK);
      await call();
    }
    await client.query(MARK);
    await set(client, "alter system reset log_statement");
    const log = readFileSync(logFile).subarray(before).toString();
    return log
      .split(MARK)
      .slice(1, -1)
      .map((part) => statementsIn(part, word));
  });
}

/** The statements in a part of the log that have the word in a parameter. */
export function statementsIn(log: string, word: string): LoggedStatement[] {
  const found = log.matchAll(STATEMENT);
  return [...found]
    .filter(([, , , parameters]) => parameters?.includes(word))
    .map(([, name, text = "", parameters = ""]) => ({
      text,
      values: valuesOf(parameters),
      isPrepared: name !== "<unnamed>",
    }));
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
