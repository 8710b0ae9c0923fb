import { useContext } from "react";
import { age, exactTime, laterOf, longTime, shortTime, TheirsContext, useTimes, useZone } from "./times.ts";

type MomentProps = {
  /** ISO 8601 or a date. */
  at: string | Date;
  /** True: the time in the zone of the page's person is added where it differs: "(08:08 for Ada)". */
  hasTheirs?: boolean;
  /** True: the time of day with milliseconds. */
  isExact?: boolean;
  /** True: when the service stored something. That is in the past, and test clocks do not move it. */
  isStored?: boolean;
  /** True: words stand before it, so `tomorrow` has no capital letter. */
  isInSentence?: boolean;
};

/** A moment in the zone that the reader chose. The other zones and the age are in its tooltip. */
export function Moment({ at, hasTheirs, isExact, isStored, isInSentence }: MomentProps) {
  const { now: present, serviceNow } = useTimes();
  const zone = useZone();
  const person = useContext(TheirsContext);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>;
  // The clock of the browser may be slow.
  const now = isStored ? laterOf(serviceNow, date) : present;
  const text = isExact ? exactTime(date, zone) : shortTime(date, { now, zone, isInSentence });
  const theirs = person?.zone && shortTime(date, { now, zone: person.zone });
  const zones = [...new Set([undefined, "UTC", person?.zone])].map((one) => longTime(date, one));
  return (
    <>
      <time dateTime={date.toISOString()} title={[age(date, now), ...new Set(zones)].join("\n")}>
        {text}
      </time>
      {hasTheirs && theirs && theirs !== shortTime(date, { now, zone }) && ` (${theirs} for ${person.name})`}
    </>
  );
}
