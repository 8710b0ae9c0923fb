import type { Tidings } from "@tidings/client";
import type { KeyScope } from "@tidings/contract";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { clientOf } from "./service.ts";
import type { SessionEnvironment } from "./session.tsx";

type EnvironmentState = { environment: SessionEnvironment; client: Tidings };

const EnvironmentContext = createContext<EnvironmentState | undefined>(undefined);

type ProviderProps = { environment: SessionEnvironment; children: ReactNode };

export function EnvironmentProvider({ environment, children }: ProviderProps) {
  const state = useMemo(() => ({ environment, client: clientOf(environment._id) }), [environment]);
  return <EnvironmentContext value={state}>{children}</EnvironmentContext>;
}

/** The environment of the page and the client that calls its API. In settings: the one that was open last. */
export function useEnvironment(): EnvironmentState {
  const state = useContext(EnvironmentContext);
  if (!state) throw new Error("useEnvironment is used outside EnvironmentProvider");
  return state;
}

/** Whether the session may do what needs this scope here. Pages show no button that the server would refuse. */
export function useMay(scope: KeyScope): boolean {
  const { scopes } = useEnvironment().environment;
  return scopes.includes("manage") || scopes.includes(scope);
}
