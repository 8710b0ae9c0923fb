import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, useContext } from "react";

/** A screen in the rail. `path` follows `/in/<environment>/`; Home's is empty. */
export type RailItem = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** The second key after `g`. */
  key: string;
  /** Shown at the end, such as a count. */
  badge?: ComponentType;
};

/** `title` is absent for the group of Home. */
export type RailGroup = { title?: string; items: readonly RailItem[] };

/** A tab on phones. */
export type PhoneTab = { label: string; icon: LucideIcon; path: string };

export type Navigation = { rail: readonly RailGroup[]; tabs: readonly PhoneTab[] };

/** The screens that exist: `screens.ts` lists them, and main.tsx gives them to the app. */
export const NavigationContext = createContext<Navigation>({ rail: [], tabs: [] });
export const useNavigation = (): Navigation => useContext(NavigationContext);

/** The address of a screen in an environment, without `/dashboard`. */
export const addressIn = (identifier: string, path: string): string =>
  `/in/${encodeURIComponent(identifier)}${path === "" ? "" : `/${path}`}`;
