import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

export type Tab<Name extends string = string> = { name: Name; label: ReactNode; content: ReactNode };

type TabsProps<Name extends string> = {
  /** What the tabs choose, for screen readers. */
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
};

/** Tabs with their panels. The selected one usually is a parameter of the address. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect }: TabsProps<Name>) {
  return (
    <Base.Root value={selected} onValueChange={(name) => onSelect(name as Name)} className={styles.tabs}>
      <Base.List className={styles.list} aria-label={label} activateOnFocus={false}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.name} value={tab.name} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.name} value={tab.name} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
