import { expect, test } from "vitest";
import { createLookUpLimit } from "./look-up-limit.ts";
import { UnjudgedReceipt } from "./unjudged.ts";

const found = async () => "found";
const missing = async () => undefined;

/** A look-up that ends by command. */
function held() {
  let end: (value: string) => void = () => {};
  const promise = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { lookUp: () => promise, end: () => end("found") };
}

test("what is found does not count; ten failures within a minute end the look-ups of that address only", async () => {
  let nowMs = 0;
  const limit = createLookUpLimit(() => nowMs);
  for (let n = 0; n < 50; n += 1) expect(await limit.attempt("a", found)).toBe("found");
  for (let n = 0; n < 9; n += 1) expect(await limit.attempt("a", missing)).toBeUndefined();
  const failing = limit.attempt("a", () => Promise.reject(new Error("x")));
  await expect(failing).rejects.toThrow("x");
  await expect(limit.attempt("a", found)).rejects.toThrow(UnjudgedReceipt);
  expect(await limit.attempt("b", found)).toBe("found");
  nowMs = 59_999;
  await expect(limit.attempt("a", found)).rejects.toThrow(UnjudgedReceipt);
  nowMs = 60_000;
  expect(await limit.attempt("a", found)).toBe("found");
});

test("a look-up that outlasts its minute keeps its place until it ends, and then gives it back", async () => {
  let nowMs = 0;
  const limit = createLookUpLimit(() => nowMs);
  for (let round = 0; round < 3; round += 1) {
    const places = [held(), held(), held(), held()];
    const running = places.map(({ lookUp }) => limit.attempt("a", lookUp));
    nowMs += 60_000;
    await expect(limit.attempt("a", found)).rejects.toThrow(UnjudgedReceipt);
    for (const { end } of places) end();
    await Promise.all(running);
    expect(await limit.attempt("a", found)).toBe("found");
  }
});
