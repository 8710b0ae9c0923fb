import { useNavigate } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { type DeadLetterFilters, isNarrowed, isSentAgain } from "./filters.ts";
import { words } from "./words.ts";

/** Why there are no rows, and what to do. */
export function NoRows({ filters }: { filters: DeadLetterFilters }) {
  const navigate = useNavigate();
  if (isNarrowed(filters)) {
    const clear = () => void navigate({ to: ".", search: isSentAgain(filters) ? { replayed: "true" } : {} });
    return (
      <EmptyState title={words.noMatch} action={<Button onClick={clear}>{words.clear}</Button>}>
        {words.noMatchWhy}
      </EmptyState>
    );
  }
  if (isSentAgain(filters)) return <EmptyState title={words.noneSent}>{words.noneSentWhy}</EmptyState>;
  return <EmptyState title={words.none}>{words.noneWhy}</EmptyState>;
}
