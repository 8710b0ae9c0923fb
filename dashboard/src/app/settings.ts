import { useSyncExternalStore } from "react";
import type { TimesOf } from "../components/times.ts";
import { readStored, removeStored, store } from "./storage.ts";

/** How the reader wants the pages; kept in the browser. */
export type Settings = {
  theme: "system" | "light" | "dark";
  density: "normal" | "compact";
  times: TimesOf;
  /** Whether single keys such as `j` are shortcuts (WCAG 2.1.4). */
  singleKeys: "on" | "off";
  /** The rail beside screens, and beside those that need the width (`foldsRail`). */
  rail: "wide" | "folded";
  railOfEditors: "folded" | "wide";
};

const WORDS: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ["system", "light", "dark"],
  density: ["normal", "compact"],
  times: ["mine", "utc", "theirs"],
  singleKeys: ["on", "off"],
  rail: ["wide", "folded"],
  railOfEditors: ["folded", "wide"],
};

const listeners = new Set<() => void>();

function readSettings(): Settings {
  const of = <Name extends keyof Settings>(name: Name): Settings[Name] => {
    const [first, ...others] = WORDS[name];
    const stored = readStored(name);
    return others.find((word) => word === stored) ?? (first as Settings[Name]);
  };
  return {
    ...{ theme: of("theme"), density: of("density"), times: of("times"), singleKeys: of("singleKeys") },
    ...{ rail: of("rail"), railOfEditors: of("railOfEditors") },
  };
}

let current = readSettings();
apply(current);

export function changeSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  if (value === WORDS[name][0]) removeStored(name);
  else store(name, value);
  current = { ...current, [name]: value };
  apply(current);
  for (const listener of listeners) listener();
}

/** `theme.js` in the head applies a stored theme before the first paint. */
function apply({ theme, density }: Settings): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  if (density === "normal") delete dataset.density;
  else dataset.density = density;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSettings = (): Settings => useSyncExternalStore(subscribe, () => current);
