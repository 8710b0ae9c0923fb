import { expect, test } from "vitest";
import { AppError } from "./app-error.ts";
import { loggedError } from "./logged-error.ts";

const MARK = "the-marker";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test.each([
  ["of JSON", thrownBy(() => JSON.parse(MARK))],
  ["of a URL", thrownBy(() => new URL(`//${MARK}`))],
  ["of an argument", thrownBy(() => Buffer.byteLength({ a: MARK } as never))],
  ["of a URI", thrownBy(() => decodeURIComponent(`%${MARK}`))],
  ["for a caller", new AppError("invalid", `"${MARK}" is no subscriber`)],
  ["of the database", Object.assign(new Error(`invalid input: "${MARK}"`), { code: "22P02", detail: MARK })],
  ["of a row", Object.assign(new Error("violates"), { code: "23505", detail: `Key (id)=(${MARK})` })],
  ["with a cause", new Error("failed", { cause: Object.assign(new SyntaxError(MARK), { where: MARK }) })],
  ["that is none", MARK],
])("a logged error %s contains no user data", (_, error) => {
  expect(JSON.stringify(loggedError(error))).not.toContain(MARK);
});

test("a logged error has its type, message, stack and cause", () => {
  const error = Object.assign(new TypeError("x is not a function", { cause: new Error("why") }), {
    code: "E",
  });
  const { stack = "", ...said } = loggedError(error) as Exclude<ReturnType<typeof loggedError>, string>;
  expect(said).toMatchObject({
    type: "TypeError",
    code: "E",
    message: error.message,
    cause: { message: "why" },
  });
  expect(stack).toMatch(/^at .*logged-error\.test\.ts/);
});
