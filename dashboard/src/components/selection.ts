import { useMemo, useState } from "react";

export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
};

/** The rows that are selected, of those that are shown: a new page begins without any. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return useMemo(() => {
    const ids = new Set(chosen.filter((id) => shown.includes(id)));
    return {
      ids,
      toggle: (id) => setChosen(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
      set: setChosen,
    };
  }, [chosen, shown]);
}
