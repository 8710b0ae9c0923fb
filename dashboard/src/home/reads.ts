import { now } from "../app/clock.tsx";
import { useEnvironment } from "../app/environment.tsx";
import { useRead } from "../app/read.ts";
import { READ_MOST } from "./attention.ts";

const LIVE = { live: ["overview"] } as const;
/** Health, circuit breakers, the queue and the states of notifications change without a hint. */
const OFTEN = { ...LIVE, everyMs: 5_000 } as const;

/** The same key as on the screens of integrations. */
export const useIntegrations = () => useRead(["integrations"], (client) => client.integrations.list(), OFTEN);

export const useDeadLetters = () =>
  useRead(
    ["dead-letters", "home"],
    (client) => client.deadLetters.list({ limit: READ_MOST.deadLetters }),
    OFTEN,
  );

const DAY_MS = 86_400_000;
const dayAgo = (): string => new Date(now().getTime() - DAY_MS).toISOString();

/** The newest of the last 24 hours that need attention; of a test environment, whose clock is its own, of all times. */
export function useAttention() {
  const { isTest } = useEnvironment().environment;
  return useRead(
    ["notifications", "attention"],
    (client) =>
      client.notifications.list({
        attention: true,
        view: "brief",
        limit: READ_MOST.notifications,
        ...(isTest ? {} : { after: dayAgo() }),
      }),
    OFTEN,
  );
}

/** Whether it is known what needs attention, or why that cannot be read. */
export function useIsAttentionRead(): boolean {
  const reads = [useIntegrations(), useDeadLetters(), useAttention()];
  return reads.some(({ error }) => error) || reads.every(({ data }) => data);
}

const LAST = 8;

export const useLastNotifications = () =>
  useRead(
    ["notifications", "last"],
    (client) => client.notifications.list({ view: "brief", limit: LAST }),
    OFTEN,
  );

export const useSystem = (isEnabled: boolean) =>
  useRead(["system"], (client) => client.system.get(), { ...OFTEN, isEnabled });

/** By hour of the last 24, or by day of the last 30. */
export const useStatistics = (per: "hour" | "day") =>
  useRead(["statistics", per], (client) => client.statistics.get({ per }), { ...OFTEN, keepsPrevious: true });

export const useWorkflows = (isEnabled: boolean) =>
  useRead(["workflows", "home"], (client) => client.workflows.list({ limit: 20 }), { isEnabled });
