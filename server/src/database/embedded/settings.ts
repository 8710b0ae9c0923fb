import { availableParallelism, totalmem } from "node:os";

export type ServerNeeds = { isDurable: boolean; maxConnections: number };

const MB = 1024 * 1024;

/** The limit of the container if there is one, else the memory of the machine. */
export function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * All settings as `name=value`, passed as `-c` flags: so they always match this build, and `postmaster.opts` has the
 * settings of a running server. (Other settings can be set in `postgresql.conf` as usual.)
 */
export function serverSettings(needs: ServerNeeds, memoryBytes: number = usableMemory()): string[] {
  return [
    `max_connections=${needs.maxConnections}`,
    "unix_socket_permissions=0700",
    ...memorySettings(memoryBytes),
    ...quietSettings,
    ...(needs.isDurable ? durableSettings(memoryBytes) : throwAwaySettings),
  ];
}

/**
 * A 32nd of the memory for shared buffers: 16 MB on a machine with 512 MB, 512 MB from 16 GB on. PostgreSQL takes them only when it has
 * read so many pages; its table of 512 MB of buffers takes 20 MB more than one of 128, also when idle. With 128 MB, a search among a million
 * subscribers that read 50,000 of them took twice as long.
 */
function memorySettings(memoryBytes: number): string[] {
  const share = Math.floor(memoryBytes / MB / 32);
  const isSmall = memoryBytes <= 1024 * MB || availableParallelism() < 4;
  return [
    `shared_buffers=${clamp(share, 16, 512)}MB`,
    `maintenance_work_mem=${clamp(share, 16, 64)}MB`,
    `effective_cache_size=${Math.max(share * 16, 64)}MB`,
    `max_parallel_workers_per_gather=${isSmall ? 0 : 1}`,
  ];
}

/**
 * Saves idle memory: `sync` needs no I/O workers (three, 0.9 MB), and no replication launcher (0.6 MB); JIT does not
 * help short queries.
 */
const quietSettings = [
  "io_method=sync",
  "max_logical_replication_workers=0",
  "jit=off",
  "autovacuum=on",
  "autovacuum_naptime=30s",
  "log_checkpoints=off",
  "timezone=UTC",
  "log_timezone=UTC",
];

function durableSettings(memoryBytes: number): string[] {
  const maxWal = memoryBytes <= 1024 * MB ? "512MB" : "1GB";
  return [
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "min_wal_size=32MB",
    `max_wal_size=${maxWal}`,
  ];
}

/** For test clusters: no sync to disk. A power cut destroys the whole cluster. */
const throwAwaySettings = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=1GB",
];

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}
