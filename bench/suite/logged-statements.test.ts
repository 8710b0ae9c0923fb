import { expect, test } from "vitest";
import { statementsIn } from "./logged-statements.ts";

test("statements of the log: further lines, doubled quotes, only those with the word, also unnamed ones", () => {
  const at = "2026-11-23 17:00:00.123 UTC [7]";
  const log = [
    `${at} LOG:  execute list_1: select *`,
    "\tfrom messages where a = $1 and b = $2",
    `${at} DETAIL:  Parameters: $1 = 'env', $2 = 'it''s'`,
    `${at} LOG:  execute <unnamed>: select 1 where $1 = $2`,
    `${at} DETAIL:  Parameters: $1 = NULL, $2 = 'env'`,
    `${at} LOG:  execute other: select 2 where $1`,
    `${at} DETAIL:  Parameters: $1 = 'x'`,
    "",
  ].join("\n");
  expect(statementsIn(log, "env")).toEqual([
    { text: "select *\n\tfrom messages where a = $1 and b = $2", values: ["env", "it's"], isPrepared: true },
    { text: "select 1 where $1 = $2", values: [null, "env"], isPrepared: false },
  ]);
});
