import { useNavigate } from "@tanstack/react-router";
import { Pager } from "../../components/pager.tsx";
import { PAGE_ROWS, pageOf, type WorkflowFilters } from "./filters.ts";
import { words } from "./words.ts";

type PagesProps = { filters: WorkflowFilters; total: number };

/** The pages of the list, where one is not enough. */
export function Pages({ filters, total }: PagesProps) {
  const navigate = useNavigate();
  const page = pageOf(filters);
  const { page: _, ...rest } = filters;
  const open = (wanted: number) => () =>
    void navigate({ to: ".", search: wanted === 1 ? rest : { ...rest, page: `${wanted}` } });
  const last = Math.min(page * PAGE_ROWS, total);
  if (total <= PAGE_ROWS) return null;
  return (
    <Pager
      newerWord={words.previous}
      olderWord={words.next}
      place={words.pages((page - 1) * PAGE_ROWS + 1, last, total)}
      onNewer={page > 1 ? open(page - 1) : undefined}
      onOlder={last < total ? open(page + 1) : undefined}
    />
  );
}
