import type { ReactNode } from "react";
import type { ButtonKind } from "./button.tsx";

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** Shown at the end, such as the name of the current one or a key. */
  hint?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  isCurrent?: boolean;
};

export type MenuProps = {
  /** What the button shows. */
  trigger: ReactNode;
  /** The name of the button, if what it shows is no text. */
  label?: string;
  items: readonly MenuItem[];
  kind?: ButtonKind;
  isSmall?: boolean;
  /** Another look of the button. */
  triggerClass?: string | undefined;
};
