import type { Subscriber } from "@tidings/contract";
import { useRead } from "./read.ts";
import { useDelayed } from "./use-delayed.ts";

const FOUND = 8;
const DELAY_MS = 200;

/** The first subscribers that fit what was typed, asked for 200 ms after the last key. */
export function useSubscriberSearch(text: string): readonly Subscriber[] {
  const search = useDelayed(text.trim(), DELAY_MS);
  const { data } = useRead(
    ["subscribers-found", search],
    (client) => client.subscribers.search({ limit: FOUND, ...(search === "" ? {} : { search }) }),
    { keepsPrevious: true },
  );
  return data?.data ?? [];
}
