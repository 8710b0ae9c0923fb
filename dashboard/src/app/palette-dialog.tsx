import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import styles from "./palette-dialog.module.css";
import { type Entry, useEntries } from "./palette-entries.ts";
import { words } from "./words.ts";

/** The field and the list of what fits, as the pattern of a combobox with a listbox. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { entries, isSearching } = useEntries(text);
  const router = useRouter();
  const id = useId();
  const open = ({ address }: Entry): void => {
    onClose();
    void router.navigate({ to: address });
  };
  const current = Math.min(at, entries.length - 1);
  const wantFirst = useOpensFirst(isSearching ? undefined : { text, entries }, open);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) setAt((current + step + entries.length) % Math.max(entries.length, 1));
    const entry = entries[current];
    if (event.key === "Enter" && entry) open(entry);
    if (event.key === "Enter" && !entry) wantFirst(text);
    if (step !== 0 || event.key === "Enter") event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} title={words.palette}>
      <input
        type="search"
        role="combobox"
        className={styles.input}
        aria-label={words.palette}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={entries.length > 0 ? `${id}${current}` : undefined}
        placeholder={words.paletteHint}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} entries={entries} current={current} onOpen={open} isSearching={isSearching} />
    </Dialog>
  );
}

type FoundEntries = { text: string; entries: readonly Entry[] };

/** Enter right after pasting: returns what remembers that the first entry found for this text is to be opened. */
function useOpensFirst(found: FoundEntries | undefined, open: (entry: Entry) => void) {
  const [wanted, setWanted] = useState<string>();
  const first = found && found.text === wanted ? found.entries[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another entry is opened
  useEffect(() => {
    if (first) open(first);
  }, [first]);
  return setWanted;
}

function Results({ isSearching, ...list }: ListProps & { isSearching: boolean }) {
  return (
    <div className={styles.results}>
      <List {...list} />
      <p role="status" className={styles.status}>
        {statusOf(list.entries, isSearching)}
      </p>
    </div>
  );
}

function statusOf(entries: readonly Entry[], isSearching: boolean): string {
  if (isSearching) return words.searching;
  return entries.length === 0 ? words.paletteEmpty : "";
}

type ListProps = { id: string; entries: readonly Entry[]; current: number; onOpen: (entry: Entry) => void };

function List({ id, entries, current, onOpen }: ListProps) {
  const shown = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [current]);
  if (entries.length === 0) return null;
  return (
    <div role="listbox" id={`${id}list`} aria-label={words.palette} className={styles.list}>
      {entries.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
        <div
          key={`${entry.kind} ${entry.address}`}
          id={`${id}${at}`}
          ref={at === current ? shown : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === current}
          className={styles.entry}
          onClick={() => onOpen(entry)}
        >
          <span>{entry.label}</span>
          <span className={styles.kind}>{entry.kind}</span>
        </div>
      ))}
    </div>
  );
}
