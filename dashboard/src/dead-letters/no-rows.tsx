import { useNavigate } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { type DeadLetterFilters, isNarrowed, listOf, SEARCH_OF } from "./filters.ts";
import { NO_ROWS, words } from "./words.ts";

/** Why there are no rows, and what to do. */
export function NoRows({ filters }: { filters: DeadLetterFilters }) {
  const navigate = useNavigate();
  const list = listOf(filters);
  if (isNarrowed(filters)) {
    const clear = () => void navigate({ to: ".", search: SEARCH_OF[list] });
    return (
      <EmptyState title={words.noMatch} action={<Button onClick={clear}>{words.clear}</Button>}>
        {words.noMatchWhy}
      </EmptyState>
    );
  }
  const { title, why } = NO_ROWS[list];
  return <EmptyState title={title}>{why}</EmptyState>;
}
