/** The basic characters of GSM 7-bit (3GPP TS 23.038, 6.2.1): one septet each. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table (6.2.1.1): an escape and a second septet. */
const EXTENSION = new Set("\f^{}\\[~]|€");

/** In one SMS, and in each part of a longer message, which has a header of 6 bytes (3GPP TS 23.040, 9.2.3.24.1). */
const SEPTETS = { alone: 160, part: 153 };
const UCS2_UNITS = { alone: 70, part: 67 };

/** How an SMS is sent: vendors charge for each segment. `characters` counts code points. */
export type SmsSegments = { segments: number; encoding: "GSM-7" | "UCS-2"; characters: number };

/**
 * The segments of a text by the standard. A vendor may count in another way: it may replace characters, or use the tables of a
 * language. Shared by the server and the editor of the dashboard.
 */
export function segmentsOf(text: string): SmsSegments {
  const characters = [...text];
  const isGsm7 = characters.every((one) => BASIC.has(one) || EXTENSION.has(one));
  const sizes = characters.map(isGsm7 ? septetsOf : ({ length }) => length);
  const segments = partsOf(sizes, isGsm7 ? SEPTETS : UCS2_UNITS);
  return { segments, encoding: isGsm7 ? "GSM-7" : "UCS-2", characters: characters.length };
}

function septetsOf(character: string): number {
  return EXTENSION.has(character) ? 2 : 1;
}

/** No character is split between two parts. */
function partsOf(sizes: readonly number[], { alone, part }: { alone: number; part: number }): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1;
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > part) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}
