import type { Transactional } from "./database.ts";

/**
 * Limits a database to one environment. Every operation works on a database that went through it; work for all
 * environments (authentication, the engine, stored responses, purge, migrations, health) does not. The service itself
 * does not limit anything: its statements name their environment. The tests add row-level security here, so that
 * PostgreSQL rejects a statement that does not name it.
 */
export type Scope = (database: Transactional, environmentId: string) => Transactional;

export const unchanged: Scope = (database) => database;
