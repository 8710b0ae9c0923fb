import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import styles from "./palette-dialog.module.css";
import { type Entry, useEntries } from "./palette-entries.ts";
import { words } from "./words.ts";

/** The field and the list of what fits, as the pattern of a combobox with a listbox. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const entries = useEntries(text);
  const router = useRouter();
  const id = useId();
  const open = ({ address }: Entry): void => {
    onClose();
    void router.navigate({ to: address });
  };
  const current = Math.min(at, entries.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) setAt((current + step + entries.length) % Math.max(entries.length, 1));
    const entry = entries[current];
    if (event.key === "Enter" && entry) open(entry);
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
      <List id={id} entries={entries} current={current} onOpen={open} />
    </Dialog>
  );
}

type ListProps = { id: string; entries: readonly Entry[]; current: number; onOpen: (entry: Entry) => void };

function List({ id, entries, current, onOpen }: ListProps) {
  if (entries.length === 0) return <p>{words.paletteEmpty}</p>;
  return (
    <div role="listbox" id={`${id}list`} aria-label={words.palette} className={styles.list}>
      {entries.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
        <div
          key={`${entry.kind} ${entry.address}`}
          id={`${id}${at}`}
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
