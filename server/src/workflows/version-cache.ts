import type { Queryable } from "../database/database.ts";
import {
  findVersions,
  type MeasuredVersion,
  type VersionKey,
  type WorkflowVersion,
} from "./workflow-store.ts";

/** Bytes of the definitions as JSON text; the parsed objects take two to four times as much memory. */
const MAX_BYTES = 64_000_000;

/** A cache of workflow versions. Versions never change, so an entry is never stale. */
export type VersionCache = {
  /** The requested versions; those that are not cached are read with one statement. */
  get(
    database: Queryable,
    environmentId: string,
    keys: readonly VersionKey[],
  ): Promise<(key: VersionKey) => WorkflowVersion>;
};

/**
 * @param maxBytes limit of the cached definitions, in bytes of JSON text; the least recently used are dropped first.
 */
export function createVersionCache(maxBytes = MAX_BYTES): VersionCache {
  const known = recentVersions(maxBytes);
  const nameOf = (environmentId: string, { workflowId, version }: VersionKey) =>
    `${environmentId}|${workflowId}|${version}`;
  return {
    async get(database, environmentId, keys) {
      const here = new Map<string, WorkflowVersion>();
      const missing = new Map<string, VersionKey>();
      for (const { workflowId, version } of keys) {
        const name = nameOf(environmentId, { workflowId, version });
        const found = here.get(name) ?? known.take(name);
        if (found) here.set(name, found);
        else missing.set(name, { workflowId, version });
      }
      if (missing.size > 0) {
        for (const version of await findVersions(database, environmentId, [...missing.values()])) {
          const name = nameOf(environmentId, version);
          known.keep(name, version);
          here.set(name, version);
        }
      }
      return (key) => {
        const version = here.get(nameOf(environmentId, key));
        if (!version) throw new Error(`no version ${key.version} of workflow ${key.workflowId}`);
        return version;
      };
    },
  };
}

/** Versions in the order of their last use, the oldest first. */
function recentVersions(maxBytes: number) {
  const versions = new Map<string, MeasuredVersion>();
  let bytes = 0;
  const drop = (name: string) => {
    bytes -= versions.get(name)?.bytes ?? 0;
    versions.delete(name);
  };
  return {
    take(name: string): MeasuredVersion | undefined {
      const version = versions.get(name);
      if (!version) return undefined;
      versions.delete(name);
      versions.set(name, version);
      return version;
    },
    /** A version larger than the whole limit is not cached. */
    keep(name: string, version: MeasuredVersion): void {
      drop(name);
      if (version.bytes > maxBytes) return;
      versions.set(name, version);
      bytes += version.bytes;
      for (const oldest of versions.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
