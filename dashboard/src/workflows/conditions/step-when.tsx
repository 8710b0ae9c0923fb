import { isChannel } from "../../timeline/words.ts";
import type { StepPartProps } from "../draft.ts";
import styles from "./conditions.module.css";
import { OlderConditions } from "./older-conditions.tsx";
import { OnlyIf } from "./only-if.tsx";
import { Repeat } from "./repeat.tsx";
import { StepConditions } from "./step-conditions.tsx";

/** When a step runs: its condition, its fallback and its repetitions. */
export function StepWhen(props: StepPartProps) {
  const { stepId, type } = props.step;
  return (
    <div key={stepId} className={styles.parts}>
      <StepConditions {...props} />
      <OlderConditions {...props} />
      {isChannel(type) && <OnlyIf {...props} />}
      {isChannel(type) && <Repeat {...props} />}
    </div>
  );
}
