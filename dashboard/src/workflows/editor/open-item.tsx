import type { Workflow } from "@tidings/contract";
import { useMay } from "../../app/environment.tsx";
import { OnDemand } from "../../components/on-demand.tsx";
import { BackToSteps } from "./back-to-steps.tsx";
import styles from "./editor.module.css";
import { SettingsPart, TriggerPart } from "./parts-on-demand.ts";
import { StepEditor } from "./step-editor.tsx";
import type { DraftState } from "./use-draft.ts";
import { type Place, SETTINGS, TRIGGER } from "./use-place.ts";
import { words } from "./words.ts";

type OpenItemProps = { stored: Workflow; state: DraftState; checked: Workflow; place: Place };

/** What is chosen in the list: a step, the trigger, or the settings of the workflow. */
export function OpenItem({ stored, state, checked, place }: OpenItemProps) {
  const mayManage = useMay("manage");
  const { draft, change } = state;
  const parts = {
    draft,
    stored,
    checked,
    onChange: (changes: Partial<typeof draft>) => change((before) => ({ ...before, ...changes })),
  };
  return (
    <section className={styles.step} aria-labelledby="open-item">
      <BackToSteps place={place} />
      <fieldset className={styles.fieldset} disabled={!mayManage}>
        {place.item === TRIGGER && (
          <>
            <h2 id="open-item">{words.trigger}</h2>
            <OnDemand>
              <TriggerPart {...parts} />
            </OnDemand>
          </>
        )}
        {place.item === SETTINGS && (
          <>
            <h2 id="open-item">{words.settings}</h2>
            <OnDemand>
              <SettingsPart {...parts} />
            </OnDemand>
          </>
        )}
        {place.step && (
          <StepEditor
            key={place.step.stepId}
            step={place.step}
            state={state}
            checked={checked}
            place={place}
          />
        )}
        {!place.step && place.item !== TRIGGER && place.item !== SETTINGS && (
          <p id="open-item">{words.unknownStep}</p>
        )}
      </fieldset>
    </section>
  );
}
