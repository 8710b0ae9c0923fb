import type { ReactNode } from "react";
import { useEnvironment } from "../app/environment.tsx";
import { LinkButton } from "../app/link-button.tsx";
import type { TabName } from "./tabs.ts";

type TabLinkProps = { subscriberId: string; tab: TabName; children: ReactNode };

/** A button that leads to another tab of the subscriber. */
export function TabLink({ subscriberId, tab, children }: TabLinkProps) {
  const { identifier } = useEnvironment().environment;
  return (
    <LinkButton
      to="/in/$environment/subscribers/$subscriberId/$tab"
      params={{ environment: identifier, subscriberId, tab }}
      search={{}}
    >
      {children}
    </LinkButton>
  );
}
