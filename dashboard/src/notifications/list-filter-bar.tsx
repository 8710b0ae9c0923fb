import { Link, useNavigate } from "@tanstack/react-router";
import { useWorkflowOptions } from "../app/workflow-options.ts";
import { Chip } from "../components/chip.tsx";
import { Combobox } from "../components/combobox.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { FilterLinks, filterLinkClass } from "../components/filter-links.tsx";
import styles from "./list-filter-bar.module.css";
import { firstPage, LISTS, listOf, type NotificationFilters, searchOfList } from "./list-filters.ts";
import { CHIPS, words } from "./list-words.ts";

/** The filters, which are parameters of the address. */
export function ListFilterBar({ filters }: { filters: NotificationFilters }) {
  const navigate = useNavigate();
  const options = useWorkflowOptions();
  const change = (changes: NotificationFilters) =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...changes } });
  return (
    <FilterBar>
      <Lists filters={filters} />
      <div className={styles.workflow}>
        <Combobox
          label={words.workflow}
          placeholder={words.anyWorkflow}
          options={options}
          value={filters.workflow ?? ""}
          onChange={(workflow) => change({ workflow })}
        />
      </div>
      <SearchBox
        label={words.search}
        value={filters.search ?? ""}
        onSearch={(search) => change({ search })}
      />
      <Chips filters={filters} onRemove={(name) => change({ [name]: "" })} />
    </FilterBar>
  );
}

function Lists({ filters }: { filters: NotificationFilters }) {
  const chosen = listOf(filters);
  const { state: _, attention: __, ...rest } = firstPage(filters);
  return (
    <FilterLinks label={words.lists}>
      {LISTS.map((list) => (
        <Link
          key={list}
          to="."
          search={{ ...rest, ...searchOfList(list) }}
          className={filterLinkClass}
          activeOptions={{ exact: true }}
          aria-current={list === chosen || undefined}
        >
          {words[list]}
        </Link>
      ))}
    </FilterLinks>
  );
}

type ChipsProps = { filters: NotificationFilters; onRemove: (name: keyof NotificationFilters) => void };

/** Filters that came with a link from another screen. */
function Chips({ filters, onRemove }: ChipsProps) {
  const names = Object.keys(CHIPS) as (keyof NotificationFilters)[];
  return names
    .filter((name) => filters[name])
    .map((name) => (
      <Chip
        key={name}
        tone="accent"
        onRemove={() => onRemove(name)}
        removeLabel={`${words.removeFilter} ${CHIPS[name]}`}
      >
        {CHIPS[name]}: {filters[name]}
      </Chip>
    ));
}
