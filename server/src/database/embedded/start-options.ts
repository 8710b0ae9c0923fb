import type { Binaries } from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { binariesFor, chooseIdentity, type Identity } from "./identity.ts";
import { type ServerNeeds, serverSettings } from "./settings.ts";

/** How a server is created and started. */
export type StartOptions = {
  readonly paths: ClusterPaths;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly isDurable: boolean;
  readonly settings: readonly string[];
};

export type StartInput = {
  readonly paths: ClusterPaths;
  readonly foundBinaries: Binaries;
  readonly needs: ServerNeeds;
  readonly isNamespaceRefused: boolean;
};

/** Called only when there is a server to start: the probe for namespaces and a copy of the binaries take time. */
export function decideStartOptions({
  paths,
  foundBinaries,
  needs,
  isNamespaceRefused,
}: StartInput): StartOptions {
  const identity = chooseIdentity(paths, isNamespaceRefused);
  const binaries = binariesFor(identity, foundBinaries, paths);
  return { paths, binaries, identity, isDurable: needs.isDurable, settings: serverSettings(needs) };
}
