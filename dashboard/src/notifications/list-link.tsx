import { Link } from "@tanstack/react-router";
import { filterLinkClass } from "../components/filter-links.tsx";
import { firstPage, type List, listOf, type NotificationFilters, searchOfList } from "./list-filters.ts";
import { useCount } from "./list-read.ts";
import { words } from "./list-words.ts";

type LinkProps = { list: List; filters: NotificationFilters };

/** Chooses one of the lists; the other filters stay. Those that ask for something to be done have their number. */
export function ListLink({ list, filters }: LinkProps) {
  const { state: _, attention: __, ...rest } = firstPage(filters);
  const search = { ...rest, ...searchOfList(list) };
  const isCounted = list === "attention" || list === "waiting";
  return (
    <Link
      to="."
      search={search}
      className={filterLinkClass}
      activeOptions={{ exact: true }}
      aria-current={list === listOf(filters) || undefined}
    >
      {words[list]}
      {isCounted && <Count filters={search} />}
    </Link>
  );
}

function Count({ filters }: { filters: NotificationFilters }) {
  const count = useCount(filters);
  return count ? ` ${count}` : null;
}
