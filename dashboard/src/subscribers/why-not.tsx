import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useWorkflowOptions } from "../app/workflow-options.ts";
import { Button } from "../components/button.tsx";
import { Combobox } from "../components/combobox.tsx";
import { Field, TextInput } from "../components/field.tsx";
import { FilterBar } from "../components/filter-bar.tsx";
import type { NotificationFilters } from "./notification-reads.ts";
import { NOTIFICATION_WORDS as words } from "./notification-words.ts";
import styles from "./why-not.module.css";

/** "Why did they not get …?": a workflow and a day. */
export function WhyNot({ filters }: { filters: NotificationFilters }) {
  const navigate = useNavigate();
  const title = useId();
  const options = useWorkflowOptions();
  const { workflow = "", day = "" } = filters;
  const change = (changes: NotificationFilters) =>
    void navigate({ to: ".", search: { workflow, day, ...changes }, resetScroll: false });
  return (
    <section aria-labelledby={title}>
      <FilterBar>
        <h2 id={title} className={styles.title}>
          {words.whyNot}
        </h2>
        <div className={styles.workflow}>
          <Combobox
            label={words.workflow}
            placeholder={words.anyWorkflow}
            options={options}
            value={workflow}
            onChange={(chosen) => chosen !== workflow && change({ workflow: chosen })}
          />
        </div>
        <div className={styles.day}>
          <Field label={words.day} isLabelHidden>
            <TextInput type="date" value={day} onChange={(chosen) => change({ day: chosen })} />
          </Field>
        </div>
        {(workflow || day) && (
          <Button kind="quiet" onClick={() => change({ workflow: "", day: "" })}>
            {words.clear}
          </Button>
        )}
      </FilterBar>
    </section>
  );
}
