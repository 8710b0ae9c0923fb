import type { FallbackOptions } from "@tidings/contract";
import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Field, Select } from "../../components/field.tsx";
import { LengthField } from "../../components/length-field.tsx";
import { valueInWords } from "../../timeline/rule-words.ts";
import type { DraftStep, StepPartProps } from "../draft.ts";
import styles from "./conditions.module.css";
import { earlierChannels, stepChoices } from "./earlier-steps.ts";
import { NOT_REACHED, words } from "./words.ts";

type Is = FallbackOptions["is"];

/** "Only if the in-app step was not seen within 2 hours": for steps after a channel step. */
export function OnlyIf({ step: { onlyIf }, earlier, onChange }: StepPartProps) {
  const targets = earlierChannels(earlier);
  const last = targets.at(-1);
  if (!onlyIf && !last) return null;
  return (
    <section className={styles.part} aria-label={words.fallback}>
      <h3>{words.fallback}</h3>
      {onlyIf ? (
        <Sentence onlyIf={onlyIf} targets={targets} onChange={(next) => onChange({ onlyIf: next })} />
      ) : (
        <>
          <p className={styles.note}>{words.fallbackNone}</p>
          <div>
            <Button
              isSmall
              icon={<Plus size={16} aria-hidden />}
              onClick={() => last && onChange({ onlyIf: { step: last.stepId, is: "not_delivered" } })}
            >
              {words.fallbackAdd}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

type SentenceProps = {
  onlyIf: FallbackOptions;
  targets: readonly DraftStep[];
  onChange: (onlyIf: FallbackOptions | undefined) => void;
};

function Sentence({ onlyIf, targets, onChange }: SentenceProps) {
  const { within, ...rest } = onlyIf;
  const target = targets.find(({ stepId }) => stepId === onlyIf.step);
  const changeStep = (stepId: string): void => {
    const isReadable = targets.some((one) => one.stepId === stepId && one.type === "in_app");
    onChange({ ...onlyIf, step: stepId, ...(isReadable ? {} : { is: "not_delivered" as const }) });
  };
  const waits = within ? words.withinOf(valueInWords(within)) : "";
  return (
    <>
      <p>{words.runsOnlyIf(target?.name ?? onlyIf.step, NOT_REACHED[onlyIf.is], waits)}</p>
      <div className={styles.fields}>
        <Field label={words.onlyIf} error={target ? undefined : words.stepGone}>
          <Select value={onlyIf.step} choices={stepChoices(targets, onlyIf.step)} onChange={changeStep} />
        </Field>
        <Field label={words.was} error={problemOf(onlyIf.is, target)}>
          <Select
            value={onlyIf.is}
            choices={isChoices(target?.type === "in_app", onlyIf.is)}
            onChange={(is) => onChange({ ...onlyIf, is })}
          />
        </Field>
      </div>
      <LengthField
        label={words.within}
        help={words.withinHelp}
        value={within}
        placeholder={{ unit: "hours" }}
        onChange={({ amount, unit }) =>
          onChange(amount === undefined ? rest : { ...rest, within: { amount, unit } })
        }
      />
      <div>
        <Button kind="quiet" isSmall aria-label={words.removeFallback} onClick={() => onChange(undefined)}>
          {words.remove}
        </Button>
      </div>
    </>
  );
}

const problemOf = (is: Is, target: DraftStep | undefined): string | undefined =>
  target && is !== "not_delivered" && target.type !== "in_app" ? words.notInApp : undefined;

/** Only in-app messages can be seen or read; what is stored stays selected. */
function isChoices(isReadable: boolean, selected: Is) {
  const all = Object.entries(NOT_REACHED) as [Is, string][];
  const offered = all.filter(([is]) => isReadable || is === "not_delivered" || is === selected);
  return offered.map(([value, label]) => ({ value, label }));
}
