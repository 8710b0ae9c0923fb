import { lazy, type ReactNode } from "react";
import { type ButtonKind, buttonClass } from "./button.tsx";
import { OnDemand } from "./on-demand.tsx";

const MenuList = lazy(() => import("./menu-list.tsx"));

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

/** A button that opens a list of actions. */
export function Menu(props: MenuProps) {
  const { trigger, label, kind, isSmall, triggerClass } = props;
  const button = (
    <button type="button" disabled className={triggerClass ?? buttonClass(kind, isSmall)} aria-label={label}>
      {trigger}
    </button>
  );
  return (
    <OnDemand fallback={button}>
      <MenuList {...props} />
    </OnDemand>
  );
}
