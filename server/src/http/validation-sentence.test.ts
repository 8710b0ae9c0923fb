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
  ["a text: only the error of the intended form", { to: "" }, ["to should not be empty"]],
  ["a list item: its error with its index", { to: ["ada", " "] }, [`to.1 ${BLANK}`]],
  [
    "an object: the form that has its members",
    { to: [{ subscriberId: 5 }] },
    ["to.0.subscriberId must be a string"],
  ],
  [
    "an object with a type: the form of that type",
    { to: { type: "Topic", topicKey: "" } },
    ["to.topicKey should not be empty"],
  ],
  ["an empty list", { to: [] }, ["to should not be empty"]],
  ["an object of no form: only that none matches", { to: [{}] }, ["to.0 matches none of the allowed forms"]],
  ["a value of no form's type: only that none matches", { to: 5 }, ["to matches none of the allowed forms"]],
  [
    "a wrong value of a nullable field",
    { to: { subscriberId: "a", email: 5 } },
    ["to.email matches none of the allowed forms"],
  ],
  [
    "a context id with a space",
    { context: { tenant: "a b" } },
    ["context.tenant must be 1 to 100 letters, digits, _ or -"],
  ],
  ["a context type with a space", { context: { "a b": "c" } }, ["context must not have the members a b"]],
])("%s", (_, trigger, expected) => {
  expect(sentences(trigger)).toEqual(expected);
});

test("given a thousand wrong recipients, the first ones are reported, for the intended form only", () => {
  const to = Array.from({ length: 1_000 }, () => ({ subscriberId: "" }));
  const reported = sentences({ to });
  expect(reported.length).toBeGreaterThan(5);
  expect(reported.every((sentence, at) => sentence === `to.${at}.subscriberId should not be empty`)).toBe(
    true,
  );
});

test("a refused body has every sentence under `general` too; a refused path does not", () => {
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
