import { useEffect, useId, useRef } from "react";

type Part = "up" | "down" | "remove";

/** What `RowButtons` needs to know of its row. */
export type RowPlace = {
  at: number;
  of: number;
  idOf: (part: Part) => string;
  onMove: (to: number, by: Part) => void;
  onRemove: () => void;
};

/**
 * A list whose rows are added, changed, moved and removed. Rows carry `rowId(at)` as their id, and the button that adds
 * one carries `addId`: afterwards the focus is where the work goes on, never lost with what is gone.
 */
export function useRowList<Row>(rows: readonly Row[], onChange: (rows: readonly Row[]) => void) {
  const id = useId();
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    focusFirst(wanted.current);
    wanted.current = [];
  });
  const partId = (at: number, part: Part) => `${id}-${at}-${part}`;
  const rowId = (at: number) => `${id}-${at}`;
  const addId = `${id}-add`;
  const move = (from: number, to: number, by: Part) => {
    wanted.current = [partId(to, by), partId(to, by === "up" ? "down" : "up")];
    const others = rows.toSpliced(from, 1);
    onChange(others.toSpliced(to, 0, rows[from] as Row));
  };
  const remove = (at: number) => {
    wanted.current = [partId(at, "remove"), partId(at - 1, "remove"), addId];
    onChange(rows.toSpliced(at, 1));
  };
  return {
    rowId,
    addId,
    add: (row: Row) => {
      wanted.current = [rowId(rows.length)];
      onChange([...rows, row]);
    },
    replace: (at: number, row: Row) => onChange(rows.toSpliced(at, 1, row)),
    remove,
    placeOf: (at: number): RowPlace => ({
      at,
      of: rows.length,
      idOf: (part) => partId(at, part),
      onMove: (to, by) => move(at, to, by),
      onRemove: () => remove(at),
    }),
  };
}

const CONTROLS = "input, select, textarea, button";

/** Focuses the first of these elements that can be: itself, or the first control in it. */
function focusFirst(ids: readonly string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    const control = element?.matches(CONTROLS) ? element : element?.querySelector<HTMLElement>(CONTROLS);
    if (!control || control.matches(":disabled")) continue;
    control.focus();
    return;
  }
}
