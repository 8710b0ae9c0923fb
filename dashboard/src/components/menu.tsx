import { lazy } from "react";
import { buttonClass } from "./button.tsx";
import type { MenuProps } from "./menu-props.ts";
import { OnDemand } from "./on-demand.tsx";

export type { MenuProps } from "./menu-props.ts";

const MenuList = lazy(() => import("./menu-list.tsx"));

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
