import type { Queryable } from "../database/database.ts";
import { findVersions, type VersionKey, type WorkflowVersion } from "./workflow-store.ts";

const MOST_VERSIONS = 2_000;

/** Versions of workflows never change, so a version once read is right for ever. */
export type VersionCache = {
  /** All the named versions; reads those not seen before in one statement. */
  get(
    database: Queryable,
    environmentId: string,
    keys: readonly VersionKey[],
  ): Promise<(key: VersionKey) => WorkflowVersion>;
};

export function createVersionCache(): VersionCache {
  const known = new Map<string, WorkflowVersion>();
  const nameOf = (environmentId: string, { workflowId, version }: VersionKey) =>
    `${environmentId}|${workflowId}|${version}`;
  return {
    async get(database, environmentId, keys) {
      const missing = new Map(
        keys.map(
          (key) =>
            [nameOf(environmentId, key), { workflowId: key.workflowId, version: key.version }] as const,
        ),
      );
      const here = new Map<string, WorkflowVersion>();
      for (const name of [...missing.keys()]) {
        const version = known.get(name);
        if (!version) continue;
        here.set(name, version);
        missing.delete(name);
      }
      if (missing.size > 0) {
        if (known.size > MOST_VERSIONS) known.clear();
        for (const version of await findVersions(database, environmentId, [...missing.values()])) {
          known.set(nameOf(environmentId, version), version);
          here.set(nameOf(environmentId, version), version);
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
