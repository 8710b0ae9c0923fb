import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonKind, buttonClass } from "../components/button.tsx";

type AnchorProps = Omit<ComponentProps<"a">, "className"> & {
  kind?: ButtonKind;
  isSmall?: boolean;
  icon?: ReactNode;
};

function Anchor({ kind, isSmall, icon, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(kind, isSmall)}>
      {icon}
      {children}
    </a>
  );
}

/** A link to a screen that looks like a button. */
export const LinkButton = createLink(Anchor);
