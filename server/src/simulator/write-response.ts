import { mapLeaves } from "./leaves.ts";
import { NOW, type VendorResponseCase } from "./vendor-case.ts";

export type Written = { status: number; headers: Record<string, string>; body: string; id?: string };

/** The documented response with an id of its own, and with the times of now. `serial` is different for each response. */
export function writeResponse(response: VendorResponseCase, serial: number, now: Date): Written {
  const { status, headers = {}, body = "", id } = response;
  const renewed = renewal(response, serial, now);
  const isJson = typeof body === "object";
  return {
    status,
    headers: {
      "content-type": isJson ? "application/json" : "text/plain",
      ...(mapLeaves(headers, renewed) as Record<string, string>),
    },
    body: isJson ? JSON.stringify(mapLeaves(body, renewed)) : textWith(body, id, renewed),
    ...(id === undefined ? {} : { id: String(renewed(id)) }),
  };
}

type Renewed = (leaf: string | number) => string | number;

function renewal({ id, retryAfterMs = 0 }: VendorResponseCase, serial: number, now: Date): Renewed {
  const stated = String(Math.ceil((NOW.getTime() + retryAfterMs) / 1_000));
  const current = Math.ceil((now.getTime() + retryAfterMs) / 1_000);
  const [statedMoment = "", currentMoment = ""] = [NOW, now].map((at) => momentOf(at, retryAfterMs));
  return (leaf) => {
    const text = String(leaf);
    const times = [
      [stated, String(current)],
      [String(NOW.getTime()), String(now.getTime())],
    ] as const;
    const replaced = new Map<string, string>(times).set(id ?? "", numbered(id ?? "", serial));
    const fresh = (replaced.get(text) ?? text).replaceAll(statedMoment, currentMoment);
    return typeof leaf === "number" ? Number(fresh) : fresh;
  };
}

/** A time in a sentence: `Sat, 01 Aug 2026 12:30:00 UTC`. */
function momentOf(at: Date, laterMs: number): string {
  return new Date(at.getTime() + laterMs).toUTCString().replace("GMT", "UTC");
}

/** An id of the same form: a whole number stays one. */
function numbered(id: string, serial: number): string {
  const isNumber = /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id) + serial);
  if (isNumber) return String(Number(id) + serial);
  return id.replace(/[A-Za-z0-9]+/, (start) => `${start}-${serial}`);
}

function textWith(body: string, id: string | undefined, renewed: Renewed): string {
  return id === undefined ? body : body.replaceAll(id, String(renewed(id)));
}
