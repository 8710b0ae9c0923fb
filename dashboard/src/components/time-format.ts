/** Formats by zone and options. Making one takes longer than using it a hundred times, and a timeline has thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for moments in a zone; undefined: the browser's. */
export function formatOf(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone ?? ""} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { ...options, ...(zone ? { timeZone: zone } : {}) });
  formats.set(key, made);
  return made;
}
