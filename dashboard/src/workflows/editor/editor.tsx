import type { Workflow } from "@tidings/contract";
import { useState } from "react";
import { useMay } from "../../app/environment.tsx";
import { useShortcut } from "../../app/shortcuts.tsx";
import { Loading } from "../../components/loading.tsx";
import { OnDemand } from "../../components/on-demand.tsx";
import { useTimes } from "../../components/times.ts";
import { BackToSteps } from "./back-to-steps.tsx";
import { DraftBars } from "./draft-bars.tsx";
import styles from "./editor.module.css";
import { EditorHeader } from "./editor-header.tsx";
import { OpenItem } from "./open-item.tsx";
import { Rehearsal, SaveDialog } from "./parts-on-demand.ts";
import { StepsList } from "./steps-list.tsx";
import { useCheck } from "./use-check.ts";
import { useDraft } from "./use-draft.ts";
import { usePlace } from "./use-place.ts";
import { words } from "./words.ts";

/** The draft of a workflow, and what the service says about it. */
export function Editor({ stored }: { stored: Workflow }) {
  const { now } = useTimes();
  const state = useDraft(stored, () => now);
  const { draft, changes } = state;
  const check = useCheck(stored, draft, changes > 0);
  const place = usePlace(draft);
  const mayManage = useMay("manage");
  const [isSaving, setSaving] = useState(false);
  const canSave = mayManage && changes > 0 && !state.isOutdated;
  const save = () => canSave && setSaving(true);
  useShortcut("Mod+s", words.saveShortcut, save);
  return (
    <>
      <EditorHeader stored={stored} state={state} onSave={save} canSave={canSave} />
      <DraftBars stored={stored} state={state} refusal={check.refusal} />
      <div className={styles.panes} data-pane={place.pane}>
        <StepsList state={state} checked={check.checked} place={place} />
        <OpenItem stored={stored} state={state} checked={check.checked} place={place} />
        <section className={styles.rehearsal} aria-label={words.rehearsal}>
          <BackToSteps place={place} />
          <OnDemand fallback={<Loading label={words.readingRehearsal} lines={4} />}>
            <Rehearsal
              stored={stored}
              draft={draft}
              stepId={place.step?.stepId}
              person={place.person}
              onPerson={place.setPerson}
            />
          </OnDemand>
        </section>
      </div>
      <OnDemand>
        {isSaving && (
          <SaveDialog stored={stored} state={state} check={check} onClose={() => setSaving(false)} />
        )}
      </OnDemand>
    </>
  );
}
