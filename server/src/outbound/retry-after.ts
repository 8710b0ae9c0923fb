const SECONDS = /^\d{1,10}$/;
/** IMF-fixdate, the one form of HTTP-date a sender may write (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads `Retry-After`: seconds, or a date measured from `now`. A date in the past means at once. Anything else
 * (`-1`, `soon`, `1e9`) is ignored, and how much of a long wait is believed is the engine's decision.
 */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
