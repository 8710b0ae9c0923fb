import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Pager } from "../components/pager.tsx";
import { type DeadLetterFilters, firstPage } from "./filters.ts";

type PagesProps = { filters: DeadLetterFilters; next: string | null };

/** Cursors lead to older pages only, so those that the reader came through are remembered; after a reload, the first page. */
export function Pages({ filters, next }: PagesProps) {
  const navigate = useNavigate();
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([]);
  const { after } = filters;
  if (!next && !after) return null;
  const open = (cursor: string | undefined) =>
    void navigate({ to: ".", search: { ...firstPage(filters), ...(cursor ? { after: cursor } : {}) } });
  const older = () => {
    setTrail([...trail, after]);
    open(next ?? undefined);
  };
  const newer = () => {
    setTrail(trail.slice(0, -1));
    open(trail.at(-1));
  };
  return <Pager onNewer={after ? newer : undefined} onOlder={next ? older : undefined} />;
}
