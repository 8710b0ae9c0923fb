import type { ExportType } from "@tidings/contract";

/**
 * What a column may hold of a person. `payload`: what a client sent with a trigger, or a text rendered from it. `free text`: a text
 * of another author, such as a provider's answer. `key`: a value of the payload by which a digest or a throttle groups events.
 */
export type Holds = "payload" | "address" | "name" | "free text" | "key";

/**
 * Whose rows a table has: the subscriber's own, or those of a trigger, which may have further recipients. Own rows of other recipients
 * hold copies of a shared trigger's payload.
 */
export type Whose = "subscriber" | "trigger";

/** What the erasure of a subscriber does with its rows; kept rows lose the columns that have a `becomes`. */
export type Rows =
  /** In the transaction of the deletion, with the row of the subscriber. */
  | "deleted at once"
  /** By workers, found by the column `subscriber_id`. */
  | "deleted by subscriber"
  /** By workers, with the notification that opened the digest. */
  | "deleted with digests"
  /** By workers, in a statement of their own. */
  | "deleted apart"
  | "kept";

export type ColumnFact = {
  readonly holds: Holds;
  /** In kept rows: its value after the erasure, as an SQL expression. */
  readonly becomes?: string;
  /** Why the erasure keeps it, although it is in a kept row and has no `becomes`. */
  readonly kept?: string;
  /**
   * The column copies parts of the trigger's payload: the erasure redacts the addresses in the rows of the trigger's other recipients,
   * too. `json text`: JSON in a column of text. `key`: see `copies-store.ts`.
   */
  readonly copy?: "json" | "json text" | "text" | "key";
  /** Tokens and URLs with secrets: the export masks them. */
  readonly isMasked?: true;
  /** Why the export of a subscriber leaves the column out. */
  readonly hidden?: string;
};

export type TableFacts = {
  readonly whose: Whose;
  readonly rows: Rows;
  /** The names of the retention rules that end the rows, or why none does. */
  readonly ends: readonly string[] | string;
  /** The `type` of its lines in the export of a subscriber, or why there are none. */
  readonly line: { readonly type: ExportType } | string;
  /** Columns that may hold something of a person. */
  readonly columns: Readonly<Record<string, ColumnFact>>;
  /** Columns of text that hold ids and codes only; the erasure keeps them. */
  readonly ids: string;
  /** Columns of times, numbers and switches that the export gives. */
  readonly numbers: string;
  /** What the erasure sets in kept rows beside the columns with a `becomes`, as SQL expressions. */
  readonly marks?: Readonly<Record<string, string>>;
};

/** The words of a list in one text. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
