import type { Channel, Integration } from "@tidings/contract";
import { useRead } from "../app/read.ts";

const KEY = ["integrations"] as const;
/** Health and circuit breakers change without a hint. */
const EVERY_MS = 5_000;
/** What writes of this folder change. */
export const CHANGES = [KEY] as const;

/** All integrations with their health. */
export const useIntegrations = () =>
  useRead<Integration[]>(KEY, (client) => client.integrations.list(), {
    live: ["overview"],
    everyMs: EVERY_MS,
  });

/** An environment has at most as many workflows. */
const ALL_WORKFLOWS = 100;

/** The number of steps of this channel in all workflows; undefined until it is read. */
export function useStepCount(channel: Channel): number | undefined {
  const { data } = useRead(["workflows", "all"], (client) => client.workflows.list({ limit: ALL_WORKFLOWS }));
  return data?.workflows.flatMap(({ steps }) => steps).filter(({ type }) => type === channel).length;
}
