import { describe, expect, it } from "vitest";
import { planSearch, type SubscriberFilter } from "./search-plan.ts";

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
  it("finds a whole address in all texts by letters that few subscribers have", () => {
    const { parts } = planSearch({ search: "anna.weber981@mail.example.com" }, sample);
    expect(parts).toEqual({ search: "r981" });
  });

  it("finds an address by what it has before its only @, if few end so", () => {
    const planOf = (email: string) => planSearch({ email }, sample);
    expect(planOf("anna.weber981@mail.example.com")).toEqual({
      parts: {},
      localPart: "anna.weber981",
      isCommon: false,
    });
    expect(planOf("er981@").localPart).toBe("er981");
    expect(planSearch({ email: "er981@", name: "Quentin" }, sample).parts).toEqual({});
    for (const email of ["", "anna.weber981", "r981@mail", "@mail.example.com", "a@weber981@mail"])
      expect(planOf(email).localPart, email).toBeUndefined();
    const planWhereAllHave = (email: string) =>
      planSearch(
        { email: "office@example.com" },
        sample.map((one) => ({ ...one, email })),
      );
    expect(planWhereAllHave("main.office@example.com").localPart).toBeUndefined();
    expect(planWhereAllHave("a@b@example.com").localPart).toBeUndefined();
    expect(planWhereAllHave("sales@example.com").localPart).toBe("office");
  });

  it("leaves out a common filter beside a rare one, and searches whole texts without a rare one", () => {
    expect(planSearch({ email: "example", name: "zora" }, sample).parts).toEqual({ name: "zora" });
    expect(planSearch({ email: "example", name: "anna" }, sample).parts).toEqual({});
  });

  it("has no part for a text without three ASCII letters or digits in a row", () => {
    for (const text of ["", "ab", "É", "a-b-c", "Jö", "ab.cd"])
      expect(planSearch({ name: text, search: text }, sample).parts).toEqual({});
  });

  it("uses pieces for one or two letters that few subscribers have", () => {
    const piecesOf = (filter: SubscriberFilter) => planSearch(filter, sample).pieces;
    expect(piecesOf({ name: "Q" })).toEqual(["Q"]);
    expect(piecesOf({ name: "ÖÖ" })).toEqual(["ÖÖ"]);
    expect(piecesOf({ email: "qz" })).toEqual(["qz"]);
    expect(piecesOf({ email: "qz", name: "an" })).toEqual(["qz"]);
    for (const name of ["", "an", "Q\t", "Qua"]) expect(piecesOf({ name })).toBeUndefined();
    expect(piecesOf({ name: "Q", email: "anna.weber981" })).toBeUndefined();
  });

  it("uses all pieces that a search in all texts finds whatever their case", () => {
    const piecesOf = (search: string) => planSearch({ search }, sample).pieces;
    expect(piecesOf("Qz")).toEqual(["qz", "qZ", "Qz", "QZ"]);
    expect(piecesOf("k#")).toEqual(["k#", "K#", "\u212a#"]);
    expect(piecesOf("王")).toEqual(["王"]);
    for (const search of ["ÖÖ", "an", "Σ"]) expect(piecesOf(search)).toBeUndefined();
  });

  it("takes a filter for common when one sampled subscriber in 40 matches", () => {
    expect(planSearch({ name: "a" }, sample).isCommon).toBe(false);
    const often = sample.map((one, index) => ({ ...one, isMatch: index % 20 === 0 }));
    expect(planSearch({ name: "a" }, often).isCommon).toBe(true);
  });

  it("works without a sample, as in an empty environment", () => {
    expect(planSearch({ name: "Anna", email: "a" }, [])).toEqual({
      parts: { name: "Anna" },
      isCommon: false,
    });
  });
});
