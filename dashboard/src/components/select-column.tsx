import { Checkbox } from "./checkbox.tsx";
import type { Selection } from "./selection.ts";
import type { Column } from "./table.tsx";

type SelectInput<Row> = {
  selection: Selection;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What a row is about, for screen readers: "news, ada". */
  nameOf: (row: Row) => string;
};

/** The first column of a table whose rows can be selected. */
export function selectColumn<Row>({ selection, rows, keyOf, nameOf }: SelectInput<Row>): Column<Row> {
  const { ids, toggle, set } = selection;
  const shown = rows.map(keyOf);
  return {
    name: "select",
    isNarrow: true,
    title: (
      <Checkbox
        label="Select all on this page"
        isLabelHidden
        isChecked={shown.every((id) => ids.has(id))}
        onChange={(all) => set(all ? shown : [])}
      />
    ),
    cell: (row) => (
      <Checkbox
        label={`Select ${nameOf(row)}`}
        isLabelHidden
        isChecked={ids.has(keyOf(row))}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  };
}
