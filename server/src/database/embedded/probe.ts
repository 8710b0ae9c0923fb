import pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import { type ClusterPaths, SUPERUSER, socketHost } from "./cluster-paths.ts";
import { passwordOf } from "./initdb.ts";
import { isOurPostmaster, readPostmasterFile } from "./postmaster.ts";

export type Connection = { host: string; port: number; user: string; password?: string; database: string };

/** The database that always exists, where the lock lives: advisory locks are per database. */
export const HOME_DATABASE = "postgres";

/** What is to be seen of a server in a data directory at one moment. */
export type ServerState =
  | { state: "serving"; client: pg.Client; pid: number }
  /** Starting up, recovering or shutting down: wait. */
  | { state: "changing" }
  /** The file is there and empty: just being written, or a remnant of a power cut. */
  | { state: "broken" }
  /** It runs and says it is ready, but nothing answers. */
  | { state: "unreachable"; pid: number }
  | { state: "absent" };

/**
 * Tries to connect before it looks at the process id: the id may have been given to another program, or mean nothing
 * here (another container on the same volume), while an answer on that socket is proof.
 */
export async function probeServer(paths: ClusterPaths): Promise<ServerState> {
  const file = readPostmasterFile(paths);
  if (file === undefined) return { state: "absent" };
  if (file === "broken") return { state: "broken" };
  const attempt = await tryToConnect(connectionOf(paths, file.port, HOME_DATABASE));
  if (attempt instanceof pg.Client) return { state: "serving", client: attempt, pid: file.pid };
  if (attempt === "changing") return { state: "changing" };
  if (!isOurPostmaster(paths, file.pid)) return { state: "absent" };
  return file.isReady ? { state: "unreachable", pid: file.pid } : { state: "changing" };
}

export function connectionOf(paths: ClusterPaths, port: number, database: string): Connection {
  const password = passwordOf(paths);
  const base = { host: socketHost(paths), port, user: SUPERUSER, database };
  return password === undefined ? base : { ...base, password };
}

async function tryToConnect(connection: Connection): Promise<pg.Client | "changing" | "nobody"> {
  const client = new pg.Client({
    ...connection,
    application_name: applicationName(process.pid),
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  // Without a listener a later break of the connection would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    return meaningOf(error);
  }
}

/** By this name a second instance tells who holds the data directory. */
export function applicationName(pid: number): string {
  return `tidings instance, process ${pid}`;
}

/** Nobody listens there; or (loopback) somebody else does, who does not know our password. */
const NOBODY_CODES = ["ENOENT", "ECONNREFUSED", "28P01", "28000", "3D000"];
/** cannot_connect_now, admin_shutdown, crash_shutdown; or it went away in the middle of the greeting. */
const CHANGING_CODES = ["57P03", "57P01", "57P02", "ECONNRESET", "EPIPE"];

function meaningOf(error: unknown): "changing" | "nobody" {
  const { code, message } = error as { code?: string; message: string };
  if (code && NOBODY_CODES.includes(code)) return "nobody";
  if (code && CHANGING_CODES.includes(code)) return "changing";
  if (/terminated unexpectedly|timeout expired/.test(message)) return "changing";
  throw new AppError("unavailable", `The built-in PostgreSQL refuses connections: ${message}`, {
    cause: error,
  });
}
