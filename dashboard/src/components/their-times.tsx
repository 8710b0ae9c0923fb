import { type ReactNode, useMemo } from "react";
import { TheirsContext } from "./times.ts";

type TheirTimesProps = {
  /** What a sentence calls them. */
  name: string;
  /** Their time zone, as it is stored. */
  zone: string | null | undefined;
  children: ReactNode;
};

/** A part of a page that is about one person: the switch of time zones may choose theirs. */
export function TheirTimes({ name, zone, children }: TheirTimesProps) {
  const value = useMemo(() => ({ name, zone: zone && isZone(zone) ? zone : undefined }), [name, zone]);
  return <TheirsContext value={value}>{children}</TheirsContext>;
}

/** Zones are stored as callers name them. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
