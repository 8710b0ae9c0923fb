import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import styles from "./filter-bar.module.css";

/** Filters above a list: tabs, choices, one search. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

type SearchBoxProps = {
  /** What is searched: "Subscriber, e-mail or transaction". */
  label: string;
  /** What the list is filtered by now. */
  value: string;
  /** Called on Enter, when the field is left, and when it is emptied. */
  onSearch: (text: string) => void;
};

export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const search = (wanted: string): void => {
    if (wanted.trim() !== value) onSearch(wanted.trim());
  };
  const change = (wanted: string): void => {
    setText(wanted);
    if (wanted === "") search("");
  };
  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden className={styles.icon} />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && search(text)}
        onBlur={() => search(text)}
      />
    </search>
  );
}
