import type { Queryable } from "../database/database.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import { type AuthenticateSession, createAuthenticateSession } from "./authenticate-session.ts";
import { createVerifyDashboardSession, type VerifyDashboardSession } from "./verify-session.ts";
import { createWatch, type Watch } from "./watch.ts";

/** How requests of the dashboard are authenticated. */
export type DashboardAccess = {
  readonly authenticate: AuthenticateSession;
  /** The address of the service as browsers reach it, if it is set. */
  readonly publicUrl: string | undefined;
};

/** The parts of the dashboard that live as long as the process. */
export type Dashboard = {
  /** Whether its pages are served. */
  readonly isOn: boolean;
  readonly access: DashboardAccess;
  readonly verifySession: VerifyDashboardSession;
  readonly watch: Watch;
  readonly time: Time;
};

export type CreateDashboardParts = {
  settings: Pick<Settings, "dashboard" | "role" | "publicUrl">;
  /** For sessions and hints, which are not limited to one environment. */
  database: Queryable;
  time: Time;
  log: Log;
};

export function createDashboard({ settings, database, time, log }: CreateDashboardParts): Dashboard {
  const verifySession = createVerifyDashboardSession({ database, nowMs: time.monotonicMs });
  return {
    isOn: settings.dashboard && settings.role !== "worker",
    access: { authenticate: createAuthenticateSession(verifySession), publicUrl: settings.publicUrl },
    verifySession,
    watch: createWatch({ database, log, time }),
    time,
  };
}
