import { Link, useSearch } from "@tanstack/react-router";
import type { Statistics } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { oneOf } from "../app/search-params.ts";
import cards from "../components/card.module.css";
import { CountBars } from "../components/count-bars.tsx";
import { FilterLinks, filterLinkClass } from "../components/filter-links.tsx";
import { Loading } from "../components/loading.tsx";
import { Table } from "../components/table.tsx";
import { periodTitle, useTimes, zoneOf } from "../components/times.ts";
import styles from "./home.module.css";
import { useStatistics } from "./reads.ts";
import { PERIODS, totalSentence, words } from "./words.ts";

const ALL = ["hour", "day"] as const;
type Per = (typeof ALL)[number];

/** What was delivered and what failed, by hour or by day. */
export function OutcomesBox() {
  const { per: wanted } = useSearch({ from: "/frame/in/$environment/" });
  const per = oneOf(ALL, wanted);
  const { data, error, refetch } = useStatistics(per);
  const params = { environment: useEnvironment().environment.identifier };
  return (
    <section className={cards.card} aria-labelledby="outcomes">
      <div className={styles.head}>
        <h2 id="outcomes">{words.outcomes}</h2>
        <FilterLinks label={words.period}>
          {ALL.map((one) => (
            <Link
              key={one}
              to="/in/$environment"
              params={params}
              search={one === "hour" ? {} : { per: one }}
              className={filterLinkClass}
              aria-current={one === per ? "page" : undefined}
              resetScroll={false}
            >
              {PERIODS[one]}
            </Link>
          ))}
        </FilterLinks>
      </div>
      {error && <FailedRead title={words.outcomesUnread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.readingOutcomes} lines={4} />}
      {data && <Outcomes statistics={data} per={per} />}
    </section>
  );
}

function Outcomes({ statistics: { totals, periods }, per }: { statistics: Statistics; per: Per }) {
  const { of, now } = useTimes();
  const bars = periods.map(({ startsAt, delivered, failed }) => ({
    key: startsAt,
    title: periodTitle(new Date(startsAt), per, { now, zone: zoneOf(of) }),
    good: delivered,
    bad: failed,
  }));
  const columns = [
    { name: "when", title: words.when, cell: ({ title }: (typeof bars)[number]) => title, isRowHeader: true },
    {
      name: "good",
      title: words.delivered,
      cell: ({ good }: (typeof bars)[number]) => good.toLocaleString("en"),
    },
    { name: "bad", title: words.failed, cell: ({ bad }: (typeof bars)[number]) => bad.toLocaleString("en") },
  ];
  return (
    <>
      <p className={styles.second}>{totalSentence(totals)}</p>
      <CountBars
        key={per}
        label={words.outcomes}
        bars={bars}
        goodLabel={words.delivered}
        badLabel={words.failed}
      />
      <details className={styles.table}>
        <summary>{words.asTable}</summary>
        <Table label={words.outcomes} columns={columns} rows={bars.toReversed()} keyOf={({ key }) => key} />
      </details>
    </>
  );
}
