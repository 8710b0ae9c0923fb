import { numberAt, parsed, textAt } from "./fields.ts";

/** An export of a subscriber, as its client has read it. */
export type Exported = {
  /** Its last line says that it is complete. */
  isWhole: boolean;
  records: readonly ExportedRecord[];
  /** Why it is neither complete nor visibly cut. */
  fault?: string;
};
export type ExportedRecord = { type: string; cursor: string };

/** Reads lines of JSON, of which the last one is `{"type":"end","count":…}` unless the response was cut. */
export function readExport(text: string): Exported {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  const values = lines.map(parsed);
  const recordsOf = (some: readonly unknown[]): ExportedRecord[] =>
    some.map((one) => ({ type: textAt(one, "type"), cursor: textAt(one, "cursor") }));
  const typeOf = (index: number) => textAt(values[index], "type");
  const wrong = values.findIndex(
    (_, index) => typeOf(index) === "" || (typeOf(index) === "end" && index < values.length - 1),
  );
  if (wrong >= 0)
    return { isWhole: false, records: [], fault: `line ${wrong + 1} is no record: ${lines[wrong]}` };
  const end = values.at(-1);
  if (textAt(end, "type") !== "end") return { isWhole: false, records: recordsOf(values) };
  const records = recordsOf(values.slice(0, -1));
  const count = numberAt(end, "count");
  if (count === records.length && rest === "") return { isWhole: true, records };
  return { isWhole: true, records, fault: `its end counts ${count} lines, and it has ${records.length}` };
}

/** The records that an earlier complete export had, and a later one has not. */
export function lostRecords(earlier: ReadonlySet<string>, { records }: Exported): string[] {
  const has = new Set(records.map(({ cursor }) => cursor));
  return [...earlier].filter((cursor) => !has.has(cursor));
}
