import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

export type ButtonKind = "primary" | "plain" | "danger" | "quiet";

/** The look of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = "plain", isSmall = false): string {
  return classNames(styles.button, styles[kind], isSmall && styles.small);
}

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  kind?: ButtonKind;
  isSmall?: boolean;
  /** Shown before the text; alone, it needs an `aria-label`. */
  icon?: ReactNode;
  /** True while its request is open: it cannot be pressed again, and keeps the focus. */
  isBusy?: boolean;
};

export function Button({ kind, isSmall, icon, isBusy, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={buttonClass(kind, isSmall)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      {children}
    </button>
  );
}
