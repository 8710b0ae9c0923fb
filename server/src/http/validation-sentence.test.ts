import { Trigger } from "@tidings/contract";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import type { AppError } from "../foundation/app-error.ts";
import { fieldCheck } from "./check-fields.ts";
import { sentencesOf } from "./validation-sentence.ts";

const check = Compile(Trigger);
const sentences = (trigger: object) =>
  sentencesOf(check.Errors({ name: "w", to: "ada", ...trigger })).map(({ sentence }) => sentence);
const BLANK = "must not be blank or contain control characters";

test.each<[string, object, string[]]>([
  ["the error of a text is that of the form that was meant", { to: "" }, ["to should not be empty"]],
  ["of an item", { to: ["ada", " "] }, [`to.1 ${BLANK}`]],
  ["of an object by what it has", { to: [{ subscriberId: 5 }] }, ["to.0.subscriberId must be a string"]],
  ["by its kind", { to: { type: "Topic", topicKey: "" } }, ["to.topicKey should not be empty"]],
  ["a list without items", { to: [] }, ["to should not be empty"]],
  ["only that none fits where none was meant", { to: [{}] }, ["to.0 matches none of the allowed forms"]],
  ["a value of no form's type", { to: 5 }, ["to matches none of the allowed forms"]],
  [
    "a value that may be null",
    { to: { subscriberId: "a", email: 5 } },
    ["to.email matches none of the allowed forms"],
  ],
  [
    "a context's id in words",
    { context: { tenant: "a b" } },
    ["context.tenant must be 1 to 100 letters, digits, _ or -"],
  ],
  ["a context's type", { context: { "a b": "c" } }, ["context must not have the members a b"]],
])("%s", (_, trigger, expected) => {
  expect(sentences(trigger)).toEqual(expected);
});

test("of a thousand wrong recipients the first ones are reported, and no form that was not meant", () => {
  const to = Array.from({ length: 1_000 }, () => ({ subscriberId: "" }));
  const told = sentences({ to });
  expect(told.length).toBeGreaterThan(5);
  expect(told.every((sentence, at) => sentence === `to.${at}.subscriberId should not be empty`)).toBe(true);
});

test("a refused body has every sentence under general too, a refused path has not", () => {
  const refusal = (headline?: "Validation failed") => {
    try {
      return fieldCheck(Trigger, "svc", headline)({ name: "" });
    } catch (error) {
      return error as AppError;
    }
  };
  const messages = ["to is required", "name should not be empty"];
  const general = { messages, value: "No Value Recorded" };
  expect(refusal()).toMatchObject({ message: "Validation Error", errors: { general } });
  expect(Object.keys((refusal("Validation failed") as AppError).errors ?? {})).toEqual(["to", "name"]);
});
