import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import type { Tidings } from "@tidings/client";
import { useEnvironment } from "./environment.tsx";
import { useHints, type Watched } from "./live.ts";
import { queryClient } from "./service.ts";

type ReadOptions = {
  /** What makes it be read again, when the service hints at a change of it. */
  live?: readonly Watched[];
  /** False: not read yet. */
  isEnabled?: boolean;
  /** True: while another key is read, what was read before stays. */
  keepsPrevious?: boolean;
  /** True: read again only on request, so that what is listed does not move when the reader comes back to it. */
  isKept?: boolean;
  /** Also read again after each of these times, for what the service does not hint at; not in hidden tabs. */
  everyMs?: number;
};

/**
 * Reads from the API of the page's environment. `key` names what is read, with all its parameters; results are cached
 * by it and by the environment.
 */
export function useRead<T>(
  key: readonly unknown[],
  read: (client: Tidings) => Promise<T>,
  { live = [], isEnabled = true, keepsPrevious = false, isKept = false, everyMs }: ReadOptions = {},
): UseQueryResult<T> {
  const { environment, client } = useEnvironment();
  const queryKey = [environment._id, ...key];
  useHints(isEnabled ? live : [], () => void queryClient.invalidateQueries({ queryKey }));
  return useQuery({
    queryKey,
    queryFn: () => read(client),
    enabled: isEnabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(isKept ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Writes by the API of the page's environment; then everything of `changes` (beginnings of keys) is read again. */
export function useWrite<Input, T>(
  write: (client: Tidings, input: Input) => Promise<T>,
  changes: readonly (readonly unknown[])[] = [],
) {
  const { environment, client } = useEnvironment();
  return useMutation({
    mutationFn: (input: Input) => write(client, input),
    onSuccess: async () => {
      const keys = changes.map((key) => [environment._id, ...key]);
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
