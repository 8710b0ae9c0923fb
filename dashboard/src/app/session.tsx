import { useQuery } from "@tanstack/react-query";
import type { KeyScope } from "@tidings/contract";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { callDashboard, onSignedOut, queryClient } from "./service.ts";
import { takeSignInLink } from "./sign-in-link.ts";

export type SessionEnvironment = {
  readonly _id: string;
  /** In addresses. */
  readonly identifier: string;
  readonly name: string;
  readonly color?: string | null;
  readonly isTest: boolean;
  /** True: the pages ask before each write that reaches people. */
  readonly isProtected?: boolean;
  /** The zone of subscribers without a known one. */
  readonly timezone: string;
  readonly scopes: readonly KeyScope[];
};

/** Who is signed in, and what the session opens. */
export type Session = {
  readonly isOperator: boolean;
  readonly name: string | null;
  /** The version of the service. */
  readonly version: string;
  readonly environments: readonly SessionEnvironment[];
};

export type SignInInput = { link: string } | { apiKey: string };

type SessionState = {
  session: Session;
  /** True after a 401: the reader must sign in again, over the page. */
  hasEnded: boolean;
};

const KEY = ["session"];
const SessionContext = createContext<SessionState | undefined>(undefined);

/** Who is signed in; inside `SessionGate`. */
export function useSession(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error("useSession is used outside SessionGate");
  return state;
}

export async function signIn(input: SignInInput): Promise<void> {
  const session = await callDashboard<Session>("POST", "/dashboard/session", input);
  queryClient.setQueryData(KEY, session);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
}

/** Reloads, so that nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  await callDashboard("DELETE", "/dashboard/session");
  location.assign("/dashboard/");
}

/** A link in the address signs in at once; one that is refused matters only without a session. */
async function readSession(): Promise<Session> {
  const link = takeSignInLink();
  if (link === undefined) return callDashboard("GET", "/dashboard/session");
  return callDashboard<Session>("POST", "/dashboard/session", { link });
}

type GateProps = {
  children: ReactNode;
  /** Shown without a session; `problem` is why a link was refused, or that the service cannot be reached. */
  signIn: (problem: { error: Error } | undefined) => ReactNode;
  loading: ReactNode;
};

/** Shows the pages to those who are signed in. */
export function SessionGate({ children, signIn: signInPage, loading }: GateProps) {
  const { data, error } = useQuery({ queryKey: KEY, queryFn: readSession, staleTime: 60_000 });
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => onSignedOut(() => setEnded(true)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session ends the state of having none
  useEffect(() => setEnded(false), [data]);
  if (data) return <SessionContext value={{ session: data, hasEnded }}>{children}</SessionContext>;
  return error ? signInPage({ error }) : loading;
}
