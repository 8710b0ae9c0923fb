import { useParams, useRouter } from "@tanstack/react-router";
import { useShortcut } from "./shortcuts.tsx";

/** The ids of the list that was shown last, by the name of what it lists; for stepping through it on a detail page. */
const lists = new Map<string, readonly string[]>();

export function rememberList(name: string, ids: readonly string[]): void {
  lists.set(name, ids);
}

export type Neighbors = {
  /** Starts at 1. */
  position: number;
  count: number;
  previous?: string | undefined;
  next?: string | undefined;
};

/** The place of a record in the list it was opened from; undefined when it was opened in another way. */
export function neighborsOf(name: string, id: string): Neighbors | undefined {
  const ids = lists.get(name);
  const at = ids?.indexOf(id) ?? -1;
  if (!ids || at === -1) return undefined;
  return { position: at + 1, count: ids.length, previous: ids[at - 1], next: ids[at + 1] };
}

/** `[` and `]` open the neighbors; `path` follows the environment, and the id follows it: `notifications`. */
export function useNeighborKeys(path: string, neighbors: Neighbors | undefined): void {
  const router = useRouter();
  const { environment } = useParams({ strict: false });
  const go = (id: string | undefined): void => {
    if (id !== undefined) void router.navigate({ to: `/in/${environment}/${path}/${id}` });
  };
  useShortcut("[", "Previous in the list", () => go(neighbors?.previous));
  useShortcut("]", "Next in the list", () => go(neighbors?.next));
}
