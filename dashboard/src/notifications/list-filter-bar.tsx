import { useNavigate } from "@tanstack/react-router";
import { CHANNELS } from "@tidings/contract";
import { useWorkflowOptions } from "../app/workflow-options.ts";
import { Chip } from "../components/chip.tsx";
import { Combobox } from "../components/combobox.tsx";
import { Field, Select } from "../components/field.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { FilterLinks } from "../components/filter-links.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./list-filter-bar.module.css";
import { firstPage, LISTS, type NotificationFilters } from "./list-filters.ts";
import { ListLink } from "./list-link.tsx";
import { CHIPS, words } from "./list-words.ts";
import { PeriodFilter } from "./period-filter.tsx";

/** The filters, which are parameters of the address. */
export function ListFilterBar({ filters }: { filters: NotificationFilters }) {
  const navigate = useNavigate();
  const change = (changes: NotificationFilters) =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...changes } });
  return (
    <FilterBar>
      <FilterLinks label={words.lists}>
        {LISTS.map((list) => (
          <ListLink key={list} list={list} filters={filters} />
        ))}
      </FilterLinks>
      <WorkflowFilter filters={filters} onChange={change} />
      <ChannelFilter filters={filters} onChange={change} />
      <PeriodFilter filters={filters} onChange={change} />
      <SearchBox
        label={words.search}
        value={filters.search ?? ""}
        onSearch={(search) => change({ search })}
      />
      <Chips filters={filters} onRemove={(name) => change({ [name]: "" })} />
    </FilterBar>
  );
}

type FilterProps = { filters: NotificationFilters; onChange: (changes: NotificationFilters) => void };

function WorkflowFilter({ filters: { workflow = "" }, onChange }: FilterProps) {
  const options = useWorkflowOptions();
  return (
    <div className={styles.workflow}>
      <Combobox
        label={words.workflow}
        placeholder={words.anyWorkflow}
        options={options}
        value={workflow}
        onChange={(chosen) => chosen !== workflow && onChange({ workflow: chosen })}
      />
    </div>
  );
}

/** A link from another screen may name another kind of step. */
function ChannelFilter({ filters: { channel = "" }, onChange }: FilterProps) {
  const isOther = channel !== "" && !CHANNELS.some((one) => one === channel);
  const choices = [
    { value: "", label: words.anyChannel },
    ...CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
    ...(isOther ? [{ value: channel, label: channel }] : []),
  ];
  return (
    <div className={styles.channel}>
      <Field label={words.channel} isLabelHidden>
        <Select<string>
          value={channel}
          onChange={(chosen) => onChange({ channel: chosen })}
          choices={choices}
        />
      </Field>
    </div>
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
