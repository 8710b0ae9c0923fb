import type { Json } from "../foundation/json.ts";
import type { Work } from "./work.ts";

export type Evaluation = { scope: Json; now: Date; work: Work };

/** A comparison: its operands are evaluated before it is called. Groups and variables are not (rule.ts). */
export type Operator = {
  /** The minimum and maximum number of operands. */
  takes: readonly [number, number];
  /** What the second operand must be, if anything; checked for literals, not for values of variables. */
  second?: { fits: (written: Json) => boolean; is: string };
  passes: (operands: readonly Json[], evaluation: Evaluation) => boolean;
};

export type Operators = Record<string, Operator>;

export const ONE = [1, 1] as const;
export const TWO = [2, 2] as const;
