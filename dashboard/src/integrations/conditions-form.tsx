import type { Integration, StepFilter } from "@tidings/contract";
import { useState } from "react";
import { useMay } from "../app/environment.tsx";
import cards from "../components/card.module.css";
import { FilterRows } from "../components/filter-rows.tsx";
import { filtersInWords } from "../components/filter-words.ts";
import { PartForm, useSave } from "./save-part.tsx";
import { type RoundProps, useRounds } from "./use-rounds.ts";
import { sendsOnlyIf, words } from "./words.ts";

/** Which messages an integration sends. What was read meanwhile does not change what was typed. */
export function ConditionsForm({ integration }: { integration: Integration }) {
  const mayManage = useMay("manage");
  const { round, ...begun } = useRounds(integration);
  const { conditions = [] } = integration;
  return (
    <section className={cards.card} aria-labelledby="conditions">
      <h2 id="conditions">{words.conditions}</h2>
      <p>{conditions.length === 0 ? words.noConditions : sendsOnlyIf(filtersInWords(conditions))}</p>
      {mayManage && <Editor key={round} {...begun} />}
    </section>
  );
}

function Editor({ integration: { _id = "", conditions = [] }, ...ends }: RoundProps) {
  const [stored] = useState(conditions);
  const [filters, setFilters] = useState<readonly StepFilter[]>(stored);
  const save = useSave(_id);
  return (
    <PartForm
      title={words.conditions}
      save={save}
      body={{ conditions: [...filters] }}
      isChanged={JSON.stringify(filters) !== JSON.stringify(stored)}
      {...ends}
    >
      <FilterRows
        filters={filters}
        onChange={setFilters}
        whenEmpty={stored.length === 0 ? undefined : words.noConditions}
      />
    </PartForm>
  );
}
