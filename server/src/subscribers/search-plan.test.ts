import { describe, expect, it } from "vitest";
import { planSearch } from "./search-plan.ts";

const FIRST = ["anna", "ben", "carla", "david", "elena"];
const LAST = ["fischer", "weber", "wagner", "koch", "beck", "hoffmann", "braun"];

/** 200 subscribers at two domains, with digits in every address. */
const sample = Array.from({ length: 200 }, (_, index) => ({
  email: `${FIRST[index % FIRST.length]}.${LAST[index % LAST.length]}${index}@${index % 3 ? "mail" : "post"}.example.com`,
  phone: `+4915${10_000 + index * 7}`,
  name: `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]}`,
  subscriberKey: `user-${index}`,
  isMatch: index % 50 === 0,
}));

describe("the plan of a search", () => {
  it("finds a whole address by letters that few subscribers have", () => {
    const { parts } = planSearch({ email: "anna.weber981@mail.example.com" }, sample);
    expect(parts).toEqual({ email: "r981" });
  });

  it("leaves out a common filter beside a rare one, and searches whole texts without a rare one", () => {
    expect(planSearch({ email: "example", name: "zora" }, sample).parts).toEqual({ name: "zora" });
    expect(planSearch({ email: "example", name: "anna" }, sample).parts).toEqual({});
  });

  it("has no part for a text without three ASCII letters or digits in a row", () => {
    for (const text of ["", "ab", "É", "a-b-c", "Jö", "ab.cd"])
      expect(planSearch({ name: text, search: text }, sample).parts).toEqual({});
  });

  it("uses name pieces for one or two letters that few names have", () => {
    expect(planSearch({ name: "Q" }, sample).hasNamePiece).toBe(true);
    expect(planSearch({ name: "ÖÖ" }, sample).hasNamePiece).toBe(true);
    expect(planSearch({ name: "an" }, sample).hasNamePiece).toBe(false);
    for (const name of ["", "Q\t", "Qua"]) expect(planSearch({ name }, sample).hasNamePiece).toBe(false);
    expect(planSearch({ email: "Q" }, sample).hasNamePiece).toBe(false);
  });

  it("takes a filter for common when one sampled subscriber in 40 matches", () => {
    expect(planSearch({ name: "a" }, sample).isCommon).toBe(false);
    const often = sample.map((one, index) => ({ ...one, isMatch: index % 20 === 0 }));
    expect(planSearch({ name: "a" }, often).isCommon).toBe(true);
  });

  it("works without a sample, as in an empty environment", () => {
    expect(planSearch({ name: "Anna", email: "a" }, [])).toEqual({
      parts: { name: "Anna" },
      hasNamePiece: false,
      isCommon: false,
    });
  });
});
