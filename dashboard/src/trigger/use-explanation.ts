import type { Trigger } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { useDelayed } from "./delayed.ts";

const DELAY_MS = 300;

/** What the trigger would do, 300 ms after the last change of it; undefined without a body that can be explained. */
export function useExplanation(body: Trigger | undefined) {
  const text = useDelayed(body === undefined ? "" : JSON.stringify(body), DELAY_MS);
  const read = useRead(
    ["explanation", text],
    (client) => client.events.explain(JSON.parse(text) as Trigger),
    { isEnabled: text !== "", keepsPrevious: true },
  );
  const isCurrent = text === JSON.stringify(body) && !read.isPlaceholderData;
  return {
    explanation: text === "" ? undefined : read.data,
    error: text === "" ? null : read.error,
    isCurrent,
  };
}
