import { useNavigate } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { isNarrowed, listOf, type NotificationFilters } from "./list-filters.ts";
import { words } from "./list-words.ts";

/** Why there are no rows, and what to do. */
export function NoRows({ filters }: { filters: NotificationFilters }) {
  const navigate = useNavigate();
  const list = listOf(filters);
  if (list === "attention" && !isNarrowed(filters))
    return <EmptyState title={words.noAttention}>{words.noAttentionWhy}</EmptyState>;
  if (list === "all" && !isNarrowed(filters))
    return (
      <EmptyState title={words.none} command={words.noneCommand}>
        {words.noneWhy}
      </EmptyState>
    );
  const clear = <Button onClick={() => void navigate({ to: ".", search: {} })}>{words.clear}</Button>;
  return (
    <EmptyState title={words.noMatch} action={clear}>
      {words.noMatchWhy}
    </EmptyState>
  );
}
