import pg from "pg";
import { AppError } from "../../foundation/app-error.ts";
import { type ClusterPaths, SUPERUSER, socketHost } from "./cluster-paths.ts";
import { passwordOf } from "./initdb.ts";
import { isOurPostmaster, readPostmasterFile } from "./postmaster.ts";

export type ServerAddress = { host: string; port: number; user: string; password?: string; database: string };

/** The database that always exists and holds the lock: advisory locks are per database. */
export const HOME_DATABASE = "postgres";

/** The state of the server of a data directory. */
export type ServerState =
  | { state: "serving"; client: pg.Client; pid: number }
  /** Starting up, recovering or shutting down: wait. */
  | { state: "changing" }
  /** The pid file is empty: it is just being written, or a power cut left it empty. */
  | { state: "broken" }
  /** It is running and reports that it is ready, but does not answer. */
  | { state: "unreachable"; pid: number }
  | { state: "absent" };

/**
 * Tries to connect before it checks the process id: the id may belong to another program, or to another container on the
 * same volume, while an answer on the socket is proof.
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

export function connectionOf(paths: ClusterPaths, port: number, database: string): ServerAddress {
  const password = passwordOf(paths);
  const base = { host: socketHost(paths), port, user: SUPERUSER, database };
  return password === undefined ? base : { ...base, password };
}

async function tryToConnect(connection: ServerAddress): Promise<pg.Client | "changing" | "absent"> {
  const client = new pg.Client({
    ...connection,
    application_name: applicationName(process.pid),
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  // Without a listener a later error of the connection would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    return meaningOf(error);
  }
}

/** A second instance shows this name as the holder of the data directory. */
export function applicationName(pid: number): string {
  return `tidings instance, process ${pid}`;
}

/** No server listens there, or (loopback) another server with another password. */
const ABSENT_CODES = ["ENOENT", "ECONNREFUSED", "28P01", "28000", "3D000"];
/** cannot_connect_now, admin_shutdown, crash_shutdown, or the connection was closed during the handshake. */
const CHANGING_CODES = ["57P03", "57P01", "57P02", "ECONNRESET", "EPIPE"];

function meaningOf(error: unknown): "changing" | "absent" {
  const { code, message } = error as { code?: string; message: string };
  if (code && ABSENT_CODES.includes(code)) return "absent";
  if (code && CHANGING_CODES.includes(code)) return "changing";
  if (/terminated unexpectedly|timeout expired/.test(message)) return "changing";
  throw new AppError("unavailable", `Embedded PostgreSQL refuses connections: ${message}`, {
    cause: error,
  });
}
