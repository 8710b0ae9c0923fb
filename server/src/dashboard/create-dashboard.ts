import type { Queryable } from "../database/database.ts";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Share } from "../foundation/share.ts";
import { type AuthenticateSession, createAuthenticateSession } from "./authenticate-session.ts";
import { createStreamPlaces, type StreamPlaces } from "./stream-places.ts";
import {
  createVerifyDashboardSession,
  type LimitWrongTokens,
  type VerifyDashboardSession,
} from "./verify-session.ts";
import { createWatch, type Watch } from "./watch.ts";

/** How requests of the dashboard are authenticated. */
export type DashboardAccess = {
  readonly authenticate: AuthenticateSession;
};

/** The parts of the dashboard that live as long as the process. */
export type Dashboard = {
  /** Whether its pages are served. */
  readonly isOn: boolean;
  readonly access: DashboardAccess;
  readonly verifySession: VerifyDashboardSession;
  readonly watch: Watch;
  readonly streamPlaces: StreamPlaces;
  readonly time: Time;
};

export type CreateDashboardParts = {
  settings: Pick<Settings, "dashboard" | "role">;
  /** The database of a share; for sessions and hints, which are not limited to one environment. */
  databaseOf: (share: Share) => Queryable;
  limitWrong: LimitWrongTokens;
  time: Time;
  log: Log;
};

export function createDashboard(parts: CreateDashboardParts): Dashboard {
  const { settings, databaseOf, limitWrong, time, log } = parts;
  const verifySession = createVerifyDashboardSession({ databaseOf, limitWrong, nowMs: time.monotonicMs });
  return {
    isOn: settings.dashboard && settings.role !== "worker",
    access: { authenticate: createAuthenticateSession(verifySession) },
    verifySession,
    watch: createWatch({ databaseOf, log, time }),
    streamPlaces: createStreamPlaces(),
    time,
  };
}
