import type { Environment, EnvironmentChanges, EnvironmentInput } from "@tidings/contract";
import { useRead, useWrite } from "../app/read.ts";
import { queryClient } from "../app/service.ts";

const KEY = ["environments"] as const;

/** The environments of the organization of the one that is open. */
export const useEnvironments = () => useRead<Environment[]>(KEY, (client) => client.environments.list());

export const useCreateEnvironment = () =>
  useWrite((client, body: EnvironmentInput) => client.environments.create(body), [KEY]);

type Change = { id: string; changes: EnvironmentChanges };

export const useUpdateEnvironment = () =>
  useWrite((client, { id, changes }: Change) => client.environments.update(id, changes), [KEY]);

export const useDeleteEnvironment = () =>
  useWrite((client, id: string) => client.environments.delete(id), [KEY]);

/** The session lists the environments, too: the rail shows their names. */
export const readSessionAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["session"] });
