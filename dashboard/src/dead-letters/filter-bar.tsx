import { Link, useNavigate } from "@tanstack/react-router";
import { DEAD_REASONS, type DeadReason } from "@tidings/contract";
import { useWorkflowOptions } from "../app/workflow-options.ts";
import { Chip } from "../components/chip.tsx";
import { Combobox } from "../components/combobox.tsx";
import { Field, Select } from "../components/field.tsx";
import { FilterBar } from "../components/filter-bar.tsx";
import { FilterLinks, filterLinkClass } from "../components/filter-links.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./dead-letters.module.css";
import { useReasonCounts } from "./dead-letters.ts";
import { CHANNELS, type DeadLetterFilters, firstPage, LISTS, listOf, SEARCH_OF } from "./filters.ts";
import { TimeFilter } from "./time-filter.tsx";
import { CHIPS, REASONS, words } from "./words.ts";

type BarProps = { filters: DeadLetterFilters };

/** The filters, which are parameters of the address. */
export function DeadLetterFilterBar({ filters }: BarProps) {
  const navigate = useNavigate();
  const options = useWorkflowOptions();
  const change = (changes: DeadLetterFilters) =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...changes } });
  return (
    <>
      <FilterBar>
        <ListLinks filters={filters} />
        <div className={styles.filter}>
          <Combobox
            label={words.workflow}
            placeholder={words.anyWorkflow}
            options={options}
            value={filters.workflow ?? ""}
            onChange={(workflow) => change({ workflow })}
          />
        </div>
        <div className={styles.filter}>
          <Field label={words.channel} isLabelHidden>
            <Select
              value={filters.channel ?? ""}
              onChange={(channel) => change({ channel })}
              choices={CHANNEL_CHOICES}
            />
          </Field>
        </div>
        <TimeFilter from={filters.from ?? ""} to={filters.to ?? ""} onChange={change} />
        <Chips filters={filters} onRemove={(name) => change({ [name]: "" })} />
      </FilterBar>
      <ReasonLinks filters={filters} />
    </>
  );
}

const CHANNEL_CHOICES = [
  { value: "", label: words.anyChannel },
  ...CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
];

function ListLinks({ filters }: BarProps) {
  const { replayed: _, replay: __, discarded: ___, ...rest } = firstPage(filters);
  const current = listOf(filters);
  return (
    <FilterLinks label={words.lists}>
      {LISTS.map((list) => (
        <Link key={list} to="." search={{ ...rest, ...SEARCH_OF[list] }} {...linkOf(list === current)}>
          {words[list]}
        </Link>
      ))}
    </FilterLinks>
  );
}

/** Each reason with its number; pressing one leaves only those. */
function ReasonLinks({ filters }: BarProps) {
  const counts = useReasonCounts(filters);
  const { reason: chosen, ...rest } = firstPage(filters);
  const isKnown = (reason: string): reason is DeadReason => DEAD_REASONS.some((one) => one === reason);
  if (counts.length === 0) return null;
  return (
    <FilterLinks label={words.reasons}>
      <Link to="." search={rest} {...linkOf(!chosen)}>
        {words.anyReason}
      </Link>
      {counts.map(([reason, count]) => (
        <Link key={reason} to="." search={{ ...rest, reason }} {...linkOf(chosen === reason)}>
          {isKnown(reason) ? REASONS[reason] : reason} {count.toLocaleString("en")}
        </Link>
      ))}
    </FilterLinks>
  );
}

const linkOf = (isCurrent: boolean) => ({
  className: filterLinkClass,
  activeOptions: { exact: true },
  "aria-current": isCurrent || undefined,
});

type ChipsProps = BarProps & { onRemove: (name: keyof DeadLetterFilters) => void };

/** Filters that came with a link from another screen. */
function Chips({ filters, onRemove }: ChipsProps) {
  const names = Object.keys(CHIPS) as (keyof typeof CHIPS)[];
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
