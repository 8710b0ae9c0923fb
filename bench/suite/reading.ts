import pg from "pg";
import { HttpConnection } from "../http-connection.ts";
import type { Target } from "../load.ts";
import { type LoggedStatement, loggedStatements } from "./logged-statements.ts";
import { connectionTo, postmasterOf } from "./postgres.ts";
import { figuresOfReads, type Reads, timeReads, timeWork } from "./reads.ts";
import type { Contender, Options, Round } from "./workload.ts";

/** Contenders that read lists, one read after the other. */

const MOST = { most: 40, mostMs: 4_000 };
const QUICK_MOST = { most: 5, mostMs: 1_000 };
const mostOf = ({ isQuick }: Options) => (isQuick ? QUICK_MOST : MOST);

export type Reader = {
  readonly target: Target;
  readonly reads: readonly Reads[];
  /** The number of matches in an answer. */
  totalOf(body: object): number | undefined;
};

/** The matches of each kind of read, by its name: those of the contender that warmed up first. */
export type Totals = Map<string, number>;

/** The warm-up checks that the contenders find the same number of matches. @throws Error when they do not */
export function readerRounds(
  reader: Reader,
  { totals, options }: { totals: Totals; options: Options },
): Pick<Contender, "warmUp" | "round"> {
  return {
    warmUp: () => expectTotals(reader, totals),
    round: () => roundOf(reader.reads, (reads) => timeReads(reader.target, reads, mostOf(options))),
  };
}

async function expectTotals({ target, reads, totalOf }: Reader, totals: Totals): Promise<Round> {
  const connection = new HttpConnection(target);
  for (const { name, path } of reads) {
    const { status, body } = await connection.send({ path: path(0) });
    if (status !== 200) throw new Error(`${path(0)} answered ${status}: ${body}`);
    const total = totalOf(JSON.parse(body.toString()));
    const expected = totals.get(name) ?? total;
    if (total === undefined || total !== expected)
      throw new Error(`${name}: ${total} matches, expected ${expected}`);
    totals.set(name, total);
  }
  connection.close();
  return { operations: reads.length };
}

async function roundOf(
  all: readonly Reads[],
  time: (reads: Reads, at: number) => Promise<number[]>,
): Promise<Round> {
  const figures: Record<string, number> = {};
  const latenciesMs: number[] = [];
  for (const [at, reads] of all.entries()) {
    const ofKind = await time(reads, at);
    latenciesMs.push(...ofKind);
    Object.assign(figures, figuresOfReads(reads.name, ofKind));
  }
  return { operations: latenciesMs.length, latenciesMs, figures };
}

/**
 * The limit: the statements that the service executes for the first read of each kind, prepared where the service prepares them,
 * over one connection without HTTP.
 */
export async function openReadLimit(
  dataDirectory: string,
  { target, reads }: Reader,
  { word, options }: { word: string; options: Options },
): Promise<Contender> {
  const http = new HttpConnection(target);
  const calls = reads.map(
    ({ path }) =>
      () =>
        http.send({ path: path(0) }),
  );
  const statements = await loggedStatements(dataDirectory, { word, calls });
  http.close();
  const pool = new pg.Pool({ ...connectionTo(dataDirectory), max: 1 });
  const runAll = () =>
    roundOf(reads, (_, at) =>
      timeWork(() => sendAll(pool, statements[at] ?? [], `limit${at}`), mostOf(options)),
    );
  return {
    name: "limit",
    note: `the statements of the same read (${statements.flat().length} for ${reads.length} kinds), prepared where the service does, always with the values of the first read; no HTTP.`,
    roots: () => [postmasterOf(dataDirectory)],
    warmUp: runAll,
    round: runAll,
    close: () => pool.end(),
  };
}

/** Executes the statements of one call; `valueFor` replaces values of the log. */
export async function sendAll(
  pool: pg.Pool,
  statements: readonly LoggedStatement[],
  name: string,
  valueFor: (value: string | null) => string | null = (value) => value,
): Promise<void> {
  for (const [at, { text, values, isPrepared }] of statements.entries())
    await pool.query({ ...(isPrepared && { name: `${name}-${at}` }), text, values: values.map(valueFor) });
}
