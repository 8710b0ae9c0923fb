import type { MouseEvent, ReactNode } from "react";
import styles from "./table.module.css";

export type Column<Row> = {
  /** Unique; also the name in `data-column`, for styles. */
  name: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row for screen readers; one column has it. */
  isRowHeader?: boolean;
  /** Not on phones. */
  isWide?: boolean;
  /** As narrow as its content. */
  isNarrow?: boolean;
};

type TableProps<Row> = {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The keys of selected rows. */
  selected?: ReadonlySet<string>;
  /** The key of the row on which the keyboard is (`j`, `k`). */
  currentKey?: string | undefined;
};

/** A press anywhere on a row follows the row's first link; on a link or button, that one. */
function followRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest("a, button, input, label, summary") || getSelection()?.type === "Range") return;
  target.closest("tr")?.querySelector<HTMLElement>("a[href]")?.click();
}

/** A table whose rows may be links: their row header then contains one. */
export function Table<Row>({ label, columns, rows, keyOf, selected, currentKey }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={styles.box} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-wide={column.isWide} data-narrow={column.isNarrow}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in the row is what the keyboard uses */}
        <tbody onClick={followRow}>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr key={key} data-selected={selected?.has(key)} data-current={key === currentKey || undefined}>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const attributes = {
    "data-column": column.name,
    "data-wide": column.isWide,
    "data-narrow": column.isNarrow,
  };
  if (!column.isRowHeader) return <td {...attributes}>{column.cell(row)}</td>;
  return (
    <th scope="row" {...attributes}>
      {column.cell(row)}
    </th>
  );
}
