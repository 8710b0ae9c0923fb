import type { Workflow } from "@tidings/contract";
import { lazy } from "react";
import { Chip, type Tone } from "../../components/chip.tsx";
import { OnDemand } from "../../components/on-demand.tsx";
import { draftOf } from "../draft-of.ts";
import { StepIcon } from "../step-icon.tsx";
import { comparisonOf, type Difference, type StepComparison } from "./comparison.ts";
import styles from "./version-diff.module.css";
import { words } from "./words.ts";

export type VersionDiffProps = {
  before: Workflow;
  after: Workflow;
  /** Heads of the two columns, such as "Version 3". Default: "Before" and "After". */
  beforeTitle?: string;
  afterTitle?: string;
};

type Titles = { beforeTitle: string; afterTitle: string };

const TextDiff = lazy(() => import("./text-diff.tsx"));

/** What is different between two contents of a workflow, by step. */
export function VersionDiff({ before, after, ...given }: VersionDiffProps) {
  const { differences, steps, isSame } = comparisonOf(draftOf(before), draftOf(after));
  const titles = { beforeTitle: words.before, afterTitle: words.after, ...given };
  if (isSame) return <p>{words.same}</p>;
  const shown = steps.filter(({ change, moved }) => change !== "none" || moved);
  const others = steps.filter((step) => !shown.includes(step));
  return (
    <div className={styles.parts}>
      {differences.length > 0 && (
        <section className={styles.part} aria-label={words.workflow}>
          <h2 className={styles.head}>{words.workflow}</h2>
          <Differences of={words.workflow} differences={differences} titles={titles} />
        </section>
      )}
      {shown.map((step) => (
        <StepPart key={step.stepId} step={step} titles={titles} />
      ))}
      {others.length > 0 && (
        <p className={styles.others}>
          {words.unchangedSteps}: {others.map(({ name }) => name).join(", ")}
        </p>
      )}
    </div>
  );
}

const CHANGES: Readonly<Record<StepComparison["change"], { word: string; tone: Tone } | undefined>> = {
  added: { word: words.added, tone: "ok" },
  removed: { word: words.removed, tone: "bad" },
  changed: { word: words.changed, tone: "accent" },
  none: undefined,
};

function StepPart({ step, titles }: { step: StepComparison; titles: Titles }) {
  const { name, type, moved, differences } = step;
  const change = CHANGES[step.change];
  return (
    <section className={styles.part} aria-label={name}>
      <h2 className={styles.head}>
        <StepIcon type={type} />
        {name}
        {change && <Chip tone={change.tone}>{change.word}</Chip>}
        {moved && <Chip>{words.moved(moved.from, moved.to)}</Chip>}
      </h2>
      <Differences of={name} differences={differences} titles={titles} />
    </section>
  );
}

type DifferencesProps = { of: string; differences: readonly Difference[]; titles: Titles };

function Differences({ of, differences, titles }: DifferencesProps) {
  return differences.map(({ key, name, before, after }) => (
    <div key={key} className={styles.difference}>
      {name && <h3 className={styles.member}>{name}</h3>}
      <OnDemand fallback={<Whole before={before} after={after} />}>
        <TextDiff
          label={words.comparisonOf(name ? `${of}, ${name}` : of)}
          before={before}
          after={after}
          {...titles}
        />
      </OnDemand>
    </div>
  ));
}

/** Until the comparison is loaded. */
function Whole({ before, after }: { before: string; after: string }) {
  return (
    <div className={styles.whole}>
      <pre>{before}</pre>
      <pre>{after}</pre>
    </div>
  );
}
