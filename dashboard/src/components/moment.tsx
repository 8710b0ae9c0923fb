import { age, exactTime, longTime, shortTime, useTimes, zoneOf } from "./times.ts";

type MomentProps = {
  /** ISO 8601 or a date. */
  at: string | Date;
  /** The IANA zone of the person the record is about, if they have one. */
  theirZone?: string | undefined;
  /** With it, the time in their zone is added where it differs: "(08:08 for Ada)". */
  theirName?: string | undefined;
  /** True: the time of day with milliseconds. */
  isExact?: boolean;
};

/** A moment in the zone that the reader chose. The other zones and the age are in its tooltip. */
export function Moment({ at, theirZone, theirName, isExact }: MomentProps) {
  const { of, now } = useTimes();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  const zone = zoneOf(of, theirZone);
  const text = isExact ? exactTime(date, zone) : shortTime(date, { now, zone });
  const theirs = theirZone && shortTime(date, { now, zone: theirZone });
  const zones = [...new Set([undefined, "UTC", theirZone])].map((one) => longTime(date, one));
  return (
    <>
      <time dateTime={date.toISOString()} title={[age(date, now), ...new Set(zones)].join("\n")}>
        {text}
      </time>
      {theirName && theirs && theirs !== shortTime(date, { now, zone }) && ` (${theirs} for ${theirName})`}
    </>
  );
}
