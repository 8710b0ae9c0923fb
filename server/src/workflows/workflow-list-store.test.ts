import { expect, test } from "vitest";
import { type ListedWorkflow, portionsOf } from "./workflow-list-store.ts";

const listed = (...sizes: number[]) => sizes.map((bytes) => ({ bytes }) as ListedWorkflow);
const sizesOf = (portions: ListedWorkflow[][]) => portions.map((all) => all.map(({ bytes }) => bytes));

test("workflows are read in portions up to a limit of bytes, and a larger one is read alone", () => {
  expect(sizesOf(portionsOf(listed(3, 4, 3, 8, 30, 1, 2), 10))).toEqual([[3, 4, 3], [8], [30], [1, 2]]);
  expect(portionsOf([])).toEqual([]);
});
