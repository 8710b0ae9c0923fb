import type { RepeatOptions } from "@tidings/contract";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field, Select, TextInput } from "../../components/field.tsx";
import { LengthField } from "../../components/length-field.tsx";
import { valueInWords } from "../../timeline/rule-words.ts";
import type { DraftStep, StepPartProps } from "../draft.ts";
import styles from "./conditions.module.css";
import { readableSteps, stepChoices } from "./earlier-steps.ts";
import { REACTIONS, words } from "./words.ts";

const MOST = 20;
const FIRST = { until: "read", every: { amount: 1, unit: "days" }, atMost: 3 } as const;

/** "Send again every day until read, at most 3 more times": where there is an in-app message that can be read. */
export function Repeat({ step, earlier, onChange }: StepPartProps) {
  const targets = readableSteps(step, earlier);
  const [first] = targets;
  if (!step.repeat && !first) return null;
  const start = (): void => {
    if (!first) return;
    onChange({ repeat: first.stepId === step.stepId ? FIRST : { ...FIRST, step: first.stepId } });
  };
  return (
    <section className={styles.part} aria-label={words.repeat}>
      <h3>{words.repeat}</h3>
      {step.repeat ? (
        <Sentence
          step={step}
          repeat={step.repeat}
          targets={targets}
          onChange={(repeat) => onChange({ repeat })}
        />
      ) : (
        <>
          <p className={styles.note}>{words.repeatNone}</p>
          <div>
            <Button isSmall icon={<Plus size={16} aria-hidden />} onClick={start}>
              {words.repeatAdd}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

type SentenceProps = {
  step: DraftStep;
  repeat: RepeatOptions;
  targets: readonly DraftStep[];
  onChange: (repeat: RepeatOptions | undefined) => void;
};

function Sentence({ step, repeat, targets, onChange }: SentenceProps) {
  const [hasLength, setHasLength] = useState(true);
  const target = repeat.step ?? step.stepId;
  const isKnown = targets.some(({ stepId }) => stepId === target);
  const changeStep = (stepId: string): void => {
    const { step: _, ...rest } = repeat;
    onChange(stepId === step.stepId ? rest : { ...rest, step: stepId });
  };
  const choices = stepChoices(targets, target).map(({ value, label }) => ({
    value,
    label: value === step.stepId ? words.itself : label,
  }));
  const name = choices.find(({ value }) => value === target)?.label ?? target;
  const until = words.untilOf(name, REACTIONS[repeat.until]);
  return (
    <>
      <p>{words.sentAgain(valueInWords(repeat.every), until, repeat.atMost)}</p>
      <LengthField
        label={words.every}
        value={hasLength ? repeat.every : { unit: repeat.every.unit }}
        error={hasLength ? undefined : words.lengthNeeded}
        onChange={({ amount, unit }) => {
          setHasLength(amount !== undefined);
          if (amount !== undefined) onChange({ ...repeat, every: { amount, unit } });
        }}
      />
      <div className={styles.fields}>
        <Field label={words.until} error={isKnown ? undefined : words.targetGone}>
          <Select value={target} choices={choices} onChange={changeStep} />
        </Field>
        <Field label={words.is}>
          <Select value={repeat.until} choices={UNTIL} onChange={(until) => onChange({ ...repeat, until })} />
        </Field>
      </div>
      <AtMost value={repeat.atMost} onChange={(atMost) => onChange({ ...repeat, atMost })} />
      <div>
        <Button kind="quiet" isSmall aria-label={words.removeRepeat} onClick={() => onChange(undefined)}>
          {words.remove}
        </Button>
      </div>
    </>
  );
}

const UNTIL = [
  { value: "seen", label: REACTIONS.seen },
  { value: "read", label: REACTIONS.read },
] as const;

function AtMost({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? String(value);
  const isFitting = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST;
  return (
    <div className={styles.match}>
      <Field label={words.atMost} error={isFitting(shown) ? undefined : words.atMostProblem}>
        <TextInput
          value={shown}
          inputMode="numeric"
          onChange={(text) => {
            setTyped(text);
            if (isFitting(text)) onChange(Number(text));
          }}
        />
      </Field>
    </div>
  );
}
