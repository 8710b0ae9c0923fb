import { useQuery } from "@tanstack/react-query";
import { callDashboard, queryClient } from "../app/service.ts";

/** A session as `GET /dashboard/sessions` lists it. */
export type ListedSession = {
  readonly id: string;
  /** The name given with its link; null for one made from an API key. */
  readonly name: string | null;
  readonly isOperator: boolean;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly isCurrent: boolean;
};

const KEY = ["sessions"];
const PATH = "/dashboard/sessions";

export const useSessions = () =>
  useQuery({ queryKey: KEY, queryFn: () => callDashboard<ListedSession[]>("GET", PATH) });

export async function endSession(id: string): Promise<void> {
  await callDashboard("DELETE", `${PATH}/${encodeURIComponent(id)}`);
  await queryClient.invalidateQueries({ queryKey: KEY });
}

/** Ends the own session, too. */
export async function endAllSessions(): Promise<void> {
  await callDashboard("DELETE", PATH);
  location.assign("/dashboard/");
}
