import { describe, expect, it } from "vitest";
import { englishPlural } from "./plural.ts";
import { digest, pluralize, toSentence } from "./sentence-filters.ts";

const NAMES = ["Ann", "Bob", "Cem", "Dia", "Eve"];
const EVENTS = NAMES.map((name) => ({ id: name, payload: { name } }));

describe("toSentence", () => {
  it("lists two names and counts the others", () => {
    expect(toSentence(NAMES)).toBe("Ann, Bob, and 3 others");
    expect(toSentence(NAMES.slice(0, 3))).toBe("Ann, Bob, and 1 other");
  });

  it("lists all names of a short list", () => {
    expect(toSentence([])).toBe("");
    expect(toSentence(["Ann"])).toBe("Ann");
    expect(toSentence(["Ann", "Bob"])).toBe("Ann and Bob");
    expect(toSentence(NAMES.slice(0, 3), "", 3)).toBe("Ann, Bob, and Cem");
    expect(toSentence(NAMES, "", 1)).toBe("Ann and 4 others");
  });

  it("reads the name at a path and accepts other connectors", () => {
    expect(toSentence(EVENTS, "payload.name", 3, "reader", "; ", " or ", " & ")).toBe(
      "Ann; Bob; Cem & 2 readers",
    );
  });

  it("counts items without a name among the others, and never reads prototypes", () => {
    expect(toSentence([{ name: "Ann" }, { name: null }, {}], "name", 3)).toBe("Ann and 2 others");
    expect(toSentence([{}, {}], "constructor.name")).toBe("2 others");
  });

  it("is empty for values other than lists, and rejects a limit that is not a number", () => {
    for (const value of ["Ann", null, undefined, 3, {}]) expect(toSentence(value)).toBe("");
    expect(() => toSentence(NAMES, "", "many")).toThrow("toSentence expects a whole number of names to show");
  });
});

describe("digest", () => {
  it("lists names without a comma before the last word", () => {
    expect(digest(NAMES)).toBe("Ann, Bob and 3 others");
    expect(digest(NAMES.slice(0, 3), 3)).toBe("Ann, Bob and Cem");
    expect(digest(NAMES, 5)).toBe("Ann, Bob, Cem, Dia and Eve");
    expect(digest(EVENTS, 2, "payload.name", " • ")).toBe("Ann • Bob and 3 others");
  });
});

describe("pluralize", () => {
  it("writes the count before the singular or plural", () => {
    expect(pluralize(1, "reply")).toBe("1 reply");
    expect(pluralize(2, "reply")).toBe("2 replies");
    expect(pluralize("3", "Gast", "Gäste")).toBe("3 Gäste");
    expect(pluralize(1.5, "apple")).toBe("1.5 apples");
  });

  it("counts lists and objects, and can omit the number", () => {
    expect(pluralize(NAMES, "person")).toBe("5 people");
    expect(pluralize({ a: 1 }, "entry")).toBe("1 entry");
    expect(pluralize(2, "child", "", "false")).toBe("children");
  });

  it("is empty when there is nothing to count", () => {
    for (const value of [0, -1, null, undefined, "many", [], {}]) expect(pluralize(value, "reply")).toBe("");
  });

  it("forms the English plurals of common words", () => {
    const words = ["box", "day", "leaf", "knife", "class", "hero", "news", "Person"];
    expect(words.map(englishPlural)).toEqual([
      "boxes",
      "days",
      "leaves",
      "knives",
      "classes",
      "heroes",
      "news",
      "People",
    ]);
  });
});
