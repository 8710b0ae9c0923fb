import type { Transactional } from "./database.ts";

/**
 * The database as one environment may see it. Every call of an operation works on a database that went through this;
 * what belongs to no single environment (authentication, the engine, kept answers, purge, migrations, health) does not.
 * The service itself narrows nothing: its statements name their environment. The tests put row-level security here, by
 * which PostgreSQL itself refuses a statement that forgets to.
 */
export type Scope = (database: Transactional, environmentId: string) => Transactional;

export const unchanged: Scope = (database) => database;
