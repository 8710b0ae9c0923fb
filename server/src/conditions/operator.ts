import type { Json } from "../foundation/json.ts";
import type { Work } from "./work.ts";

export type Evaluation = { scope: Json; now: Date; work: Work };

/** A comparison: its operands are evaluated before it is asked. Groups and variables are not (rule.ts). */
export type Operator = {
  /** The least and the most operands. */
  takes: readonly [number, number];
  /** What the second operand has to be, if anything; asked of what is written down, not of what variables bring. */
  second?: { fits: (written: Json) => boolean; is: string };
  passes: (operands: readonly Json[], evaluation: Evaluation) => boolean;
};

export type Operators = Record<string, Operator>;

export const ONE = [1, 1] as const;
export const TWO = [2, 2] as const;
