import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import { addressIn } from "../app/navigation.ts";

/** A screen within the environment: its path, and its parameters. */
export type ScreenAddress = { readonly path: string; readonly search?: Readonly<Record<string, string>> };

type ScreenLinkProps = { to: ScreenAddress; children: ReactNode };

/** A link to a screen that looks like a button. */
export function ScreenLink({ to: { path, search = {} }, children }: ScreenLinkProps) {
  const { environment } = useEnvironment();
  return (
    <LinkButton to={addressIn(environment.identifier, path) as string} search={search as never}>
      {children}
    </LinkButton>
  );
}
