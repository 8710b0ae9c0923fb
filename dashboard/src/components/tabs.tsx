import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
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
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be outside of the list's box
  useEffect(() => {
    const observer = new ResizeObserver(() => showSelected(list.current));
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [selected]);
  return (
    <Base.Root value={selected} onValueChange={(name) => onSelect(name as Name)} className={styles.tabs}>
      <Base.List ref={list} className={styles.list} aria-label={label} activateOnFocus={false}>
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

/** On phones, the list scrolls sideways: the selected tab must not be outside of it. */
function showSelected(list: HTMLDivElement | null): void {
  const tab = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (!list || !tab) return;
  const [box, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.right > box.right) list.scrollLeft += own.right - box.right;
  if (own.left < box.left) list.scrollLeft -= box.left - own.left;
}
