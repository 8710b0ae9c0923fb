import { useNavigate } from "@tanstack/react-router";
import { CHANNELS, MESSAGE_STATUSES } from "@tidings/contract";
import { useWorkflowOptions } from "../app/workflow-options.ts";
import { Chip } from "../components/chip.tsx";
import { Combobox } from "../components/combobox.tsx";
import { Field, Select } from "../components/field.tsx";
import { FilterBar, SearchBox } from "../components/filter-bar.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import { firstPage, type MessageFilters } from "./filters.ts";
import styles from "./messages.module.css";
import { STATUS_WORDS, words } from "./words.ts";

const CHANNEL_CHOICES = [
  { value: "", label: words.anyChannel },
  ...CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
];
const STATUS_CHOICES = [
  { value: "", label: words.anyStatus },
  ...MESSAGE_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
];
/** Filters that come with links from other screens. */
const CHIPS = ["integration", "notification", "transaction"] as const;

/** The filters, which are parameters of the address. */
export function MessageFilterBar({ filters }: { filters: MessageFilters }) {
  const navigate = useNavigate();
  const options = useWorkflowOptions();
  const { channel = "", status = "", workflow = "", subscriber = "" } = filters;
  const change = (changes: MessageFilters) =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...changes } });
  return (
    <FilterBar>
      <div className={styles.choice}>
        <Field label={words.channel} isLabelHidden>
          <Select
            value={channel}
            onChange={(value) => change({ channel: value })}
            choices={CHANNEL_CHOICES}
          />
        </Field>
      </div>
      <div className={styles.choice}>
        <Field label={words.status} isLabelHidden>
          <Select value={status} onChange={(value) => change({ status: value })} choices={STATUS_CHOICES} />
        </Field>
      </div>
      <div className={styles.workflow}>
        <Combobox
          label={words.workflow}
          placeholder={words.anyWorkflow}
          options={options}
          value={workflow}
          onChange={(value) => value !== workflow && change({ workflow: value })}
        />
      </div>
      <SearchBox
        label={words.subscriber}
        value={subscriber}
        onSearch={(value) => change({ subscriber: value })}
      />
      {CHIPS.filter((name) => filters[name]).map((name) => (
        <Chip
          key={name}
          tone="accent"
          onRemove={() => change({ [name]: "" })}
          removeLabel={`${words.removeFilter} ${words[name]}`}
        >
          {words[name]}: {filters[name]}
        </Chip>
      ))}
    </FilterBar>
  );
}
