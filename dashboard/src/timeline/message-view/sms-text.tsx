import { readRaw } from "../raw-facts.ts";
import type { DetailRecord } from "../step-record.ts";
import { counted } from "../words.ts";
import styles from "./message-view.module.css";
import { MESSAGE_LABELS } from "./words.ts";

export type SmsSegments = {
  readonly segments: number;
  readonly encoding: string;
  readonly characters: number;
};

type SmsTextProps = { text: string; segments: SmsSegments | undefined; isSms: boolean };

/** A message of plain text; for an SMS with its length. */
export function SmsText({ text, segments, isSms }: SmsTextProps) {
  if (text === "") return <p className={styles.length}>{MESSAGE_LABELS.noContent}</p>;
  return (
    <>
      <p className={styles.text}>{text}</p>
      {isSms && <p className={styles.length}>{lengthOf(text, segments)}</p>}
    </>
  );
}

/** The server counts segments when it sends. */
function lengthOf(text: string, segments: SmsSegments | undefined): string {
  if (!segments) return counted([...text].length, "character");
  const { characters, encoding } = segments;
  return `${counted(characters, "character")} · ${counted(segments.segments, "segment")} (${encoding})`;
}

/** Of a sent SMS, how long it was by the standard. */
export function segmentsIn(details: readonly DetailRecord[]): SmsSegments | undefined {
  const sms = details.map(({ raw }) => readRaw(raw).object("sms")).findLast((found) => found !== undefined);
  const [segments, characters] = [sms?.number("segments"), sms?.number("characters")];
  if (segments === undefined || characters === undefined) return undefined;
  return { segments, characters, encoding: sms?.text("encoding") ?? "" };
}
