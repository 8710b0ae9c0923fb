import { type DetailCode, IN_APP_PROVIDER_ID } from "@tidings/contract";
import { idAfter, msOfId, newId } from "../foundation/id.ts";
import type { ExecutionDetail, RunDetail } from "./execution-detail.ts";

/**
 * The details of nearly every notification, as text in the row of their job: three rows with an index cost 800 bytes for
 * each notification, 24 times as much as this. A detail with particulars of its own is a row of `execution_details`.
 *
 * Each settlement adds `<id of the run's first detail><milliseconds between that id and the time, or nothing>:<details>;`.
 * A detail is two characters: its distance from the first id, and its code; as a capital letter, with the provider of
 * in-app messages. Stored letters never change their meaning.
 */
const CODES: Readonly<Record<string, DetailCode>> = {
  q: "step_queued",
  c: "message_created",
  s: "message_sent",
};
const LETTERS = new Map(Object.entries(CODES).map(([letter, code]) => [code, letter]));

/** Distances are one character. */
const RADIX = 36;

/** The details of one settlement of a run: those for the rows of jobs, by position, and those for rows of their own. */
export type PackedDetails = {
  readonly byPosition: ReadonlyMap<number, string>;
  readonly rows: readonly ExecutionDetail[];
};

const NONE_PACKED: PackedDetails["byPosition"] = new Map();

/**
 * Gives the details of a run consecutive ids, in their order, and packs those that are nothing but a code.
 * @param canPack whether the row of the job at this position is written in the same transaction.
 */
export function packDetails(
  details: readonly RunDetail[],
  now: Date,
  canPack: (position: number) => boolean,
): PackedDetails {
  const nowMs = now.getTime();
  const rows: ExecutionDetail[] = [];
  const packed = new Map<number, string>();
  let first = "";
  for (const [distance, detail] of details.entries()) {
    const id = newId(nowMs);
    if (distance === 0) first = id;
    const letter = canPack(detail.position) ? letterOf(detail) : undefined;
    const isInReach = distance < RADIX && (distance === 0 || id === idAfter(first, distance));
    if (letter === undefined || !isInReach) {
      rows.push({ ...detail, id });
      continue;
    }
    const before = packed.get(detail.position) ?? `${first}${deltaOf(first, nowMs)}:`;
    packed.set(detail.position, before + distance.toString(RADIX) + letter);
  }
  if (packed.size === 0) return { byPosition: NONE_PACKED, rows };
  for (const [position, text] of packed) packed.set(position, `${text};`);
  return { byPosition: packed, rows };
}

function letterOf({ code, providerId, isRetry, raw }: RunDetail): string | undefined {
  const letter = LETTERS.get(code);
  if (raw !== null || isRetry || letter === undefined) return undefined;
  if (providerId === null) return letter;
  return providerId === IN_APP_PROVIDER_ID ? letter.toUpperCase() : undefined;
}

function deltaOf(id: string, nowMs: number): string {
  const ms = nowMs - msOfId(id);
  return ms === 0 ? "" : ms.toString(RADIX);
}

const SEGMENT = /([0-9a-f]{24})(-?[0-9a-z]*):([^;]*);/g;

/** The details in a job's row. @param text the column `packed_details`; null without any. */
export function unpackDetails(
  text: string | null,
  position: number,
): (ExecutionDetail & { createdAt: Date })[] {
  if (text === null) return [];
  return [...text.matchAll(SEGMENT)].flatMap(([, first = "", delta = "", entries = ""]) => {
    const createdAt = new Date(msOfId(first) + (delta === "" ? 0 : Number.parseInt(delta, RADIX)));
    return [...entries.matchAll(/(.)(.)/g)].map(([, distance = "", letter = ""]) => ({
      id: idAfter(first, Number.parseInt(distance, RADIX)),
      position,
      code: CODES[letter.toLowerCase()] as DetailCode,
      providerId: letter === letter.toLowerCase() ? null : IN_APP_PROVIDER_ID,
      isRetry: false,
      raw: null,
      createdAt,
    }));
  });
}
