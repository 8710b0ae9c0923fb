import { Link } from "@tanstack/react-router";
import { useEnvironment } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import type { TriggerSearch } from "./search.ts";
import { words } from "./words.ts";

/** The way to the choice of another workflow, with the same recipients. */
export function Trail({ search: { to, topic } }: { search: TriggerSearch }) {
  const { environment } = useEnvironment();
  const search = { ...(to ? { to } : {}), ...(topic ? { topic } : {}) };
  return (
    <Link to={addressIn(environment.identifier, "trigger")} search={search}>
      {words.another}
    </Link>
  );
}
