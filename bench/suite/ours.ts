import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createClient } from "@tidings/client";
import type { Target } from "../load.ts";
import { newDataDirectory, serve } from "../serving.ts";
import { countStatements, postmasterOf, prepareCluster } from "./postgres.ts";
import type { Contender, Options, Root } from "./workload.ts";

/** The service that is measured: started here as a user starts it, or a running one that the options name. */
export type Ours = {
  readonly target: Target;
  /** undefined: a running server, whose processes and database are not seen. */
  readonly dataDirectory: string | undefined;
  roots(): readonly Root[];
  readonly count: Pick<Contender, "countStatements">;
  close(): Promise<void>;
};

/** The store is the one of the options, or a temporary one. `variables` are further environment variables of the service. */
export async function openOurs(options: Options, variables?: Record<string, string>): Promise<Ours> {
  if (options.target) {
    const nothing = { dataDirectory: undefined, roots: () => [], count: {}, close: async () => {} };
    return { target: options.target, ...nothing };
  }
  const dataDirectory = options.store ?? (await newDataDirectory());
  if (!existsSync(`${dataDirectory}/postgres`)) await prepareCluster(dataDirectory);
  const serving = await serve(dataDirectory, variables);
  return {
    target: serving,
    dataDirectory,
    roots: () => [{ name: "the service", pid: serving.pid }, postmasterOf(dataDirectory)],
    count: { countStatements: (work) => countStatements(dataDirectory, work, options) },
    close: async () => {
      await serving.stop();
      if (options.store === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Messages of the environment. */
export async function storedCount(target: Target): Promise<number> {
  return (await createClient(target).messages.list({ limit: 1 })).totalCount ?? 0;
}
