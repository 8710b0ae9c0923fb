import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { addressIn } from "../app/navigation.ts";
import { useScreenExists } from "./screen-exists.ts";

/** A screen within the environment: its path, and its parameters. */
export type ScreenAddress = { readonly path: string; readonly search?: Readonly<Record<string, string>> };

/** A link to a screen that looks like a button; nothing while the app has no such screen. */
export function ScreenLink({
  to: { path, search = {} },
  children,
}: {
  to: ScreenAddress;
  children: ReactNode;
}) {
  const { environment } = useEnvironment();
  const exists = useScreenExists();
  if (!exists(path)) return null;
  return (
    <LinkButton to={addressIn(environment.identifier, path) as string} search={search as never}>
      {children}
    </LinkButton>
  );
}
