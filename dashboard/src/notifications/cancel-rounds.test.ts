import { TidingsError } from "@tidings/client";
import { expect, test } from "vitest";
import { type CancelProgress, cancelRounds } from "./cancel-rounds.ts";

const ids = Array.from({ length: 12 }, (_, at) => `n${at}`);

async function runWith(answer: (id: string) => number, mayGoOn: (seen: number) => boolean = () => true) {
  const seen: CancelProgress[] = [];
  let [running, most, calls] = [0, 0, 0];
  const cancel = async (id: string) => {
    calls += 1;
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return { canceled: answer(id), jobs: [] };
  };
  await cancelRounds({ ids, cancel, mayGoOn: () => mayGoOn(calls), onProgress: (one) => seen.push(one) });
  return { last: seen.at(-1), most, calls };
}

test("each one is canceled once, at most four at a time, and all are counted", async () => {
  const { last, most, calls } = await runWith((id) => (id === "n3" ? 0 : 2));
  expect([most, calls]).toEqual([4, 12]);
  expect(last).toEqual({ total: 12, canceled: 11, over: 1, failed: 0, error: undefined, isDone: true });
});

test("one that is refused does not stop the others, and one that is gone is over", async () => {
  const { last } = await runWith((id) => {
    if (id === "n1") throw new TidingsError({ status: 503, path: "", message: "Too many requests" });
    if (id === "n2") throw new TidingsError({ status: 404, path: "", message: "Not found" });
    return 1;
  });
  expect(last).toMatchObject({ canceled: 10, over: 1, failed: 1, isDone: true });
  expect(last?.error?.message).toBe("Too many requests");
});

test("stopping leaves the rest as they are", async () => {
  const { last, calls } = await runWith(
    () => 1,
    (seen) => seen < 4,
  );
  expect(calls).toBe(4);
  expect(last).toMatchObject({ canceled: 4, isDone: true });
});
