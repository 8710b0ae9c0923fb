const SECONDS = /^\d{1,10}$/;
/** IMF-fixdate, the only form of HTTP-date that a sender may write (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads `Retry-After`: seconds, or a date relative to `now`. A date in the past is 0. Anything else (`-1`, `soon`, `1e9`)
 * is ignored. The caller limits long waits. Shared by the SDK and by the calls of providers.
 */
export function retryAfterMs(value: string | null | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
