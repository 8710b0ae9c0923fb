import { describe, expect, it } from "vitest";
import type { AppError } from "../../foundation/app-error.ts";
import { rangeOf } from "./notification-filter.ts";

const refusal = (range: { after?: string; before?: string }) => {
  try {
    rangeOf(range);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("was not refused");
};

describe("The dates of a listing", () => {
  it("may be a day, meaning midnight UTC, or a moment with or without an offset", () => {
    const moments = [
      "2026-01-02",
      "2026-01-02T00:00",
      "2026-01-02T01:30:00+01:30",
      "2026-01-02T00:00:00.000Z",
    ];
    const midnight = new Date("2026-01-02T00:00:00Z");
    expect(moments.map((after) => rangeOf({ after }).after)).toEqual(moments.map(() => midnight));
  });

  it("may be absent on either side", () => {
    expect(rangeOf({})).toEqual({});
    expect(rangeOf({ after: "", before: "" })).toEqual({});
    expect(Object.keys(rangeOf({ before: "2026-01-02" }))).toEqual(["before"]);
  });

  it.each(["yesterday", "2026-13-01", "2026-02-30", "2026-01-02T25:00", "01/02/2026", "1767312000000"])(
    "are refused when they are none: %s",
    (after) => {
      const { code, errors } = refusal({ after });
      expect([code, Object.keys(errors ?? {})]).toEqual(["invalid", ["after"]]);
    },
  );

  it("are refused if the range ends before it begins", () => {
    expect(refusal({ after: "2026-01-03", before: "2026-01-02" }).message).toContain("Invalid date range");
    expect(rangeOf({ after: "2026-01-02", before: "2026-01-02" })).toHaveProperty("before");
  });
});
