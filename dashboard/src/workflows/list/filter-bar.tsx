import { useNavigate } from "@tanstack/react-router";
import { WORKFLOW_STATUSES } from "@tidings/contract";
import { Field, Select } from "../../components/field.tsx";
import { FilterBar, SearchBox } from "../../components/filter-bar.tsx";
import { changed, type WorkflowFilters } from "./filters.ts";
import styles from "./list.module.css";
import { useTags } from "./reads.ts";
import { STATUS_WORDS, words } from "./words.ts";

const STATUS_CHOICES = [
  { value: "", label: words.anyState },
  ...WORKFLOW_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
];

/** The filters, which are parameters of the address. */
export function WorkflowFilterBar({ filters }: { filters: WorkflowFilters }) {
  const navigate = useNavigate();
  const tags = useTags();
  const { query = "", tag = "", status = "" } = filters;
  const change = (changes: WorkflowFilters) =>
    void navigate({ to: ".", search: changed(filters, changes), replace: true });
  const known = tag === "" || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <FilterBar>
      <SearchBox label={words.search} value={query} onSearch={(text) => change({ query: text })} />
      {known.length > 0 && (
        <div className={styles.filter}>
          <Field label={words.tag} isLabelHidden>
            <Select
              value={tag}
              onChange={(value) => change({ tag: value })}
              choices={[
                { value: "", label: words.anyTag },
                ...known.map((value) => ({ value, label: value })),
              ]}
            />
          </Field>
        </div>
      )}
      <div className={styles.filter}>
        <Field label={words.state} isLabelHidden>
          <Select value={status} onChange={(value) => change({ status: value })} choices={STATUS_CHOICES} />
        </Field>
      </div>
    </FilterBar>
  );
}
