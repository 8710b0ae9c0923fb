import { Link } from "@tanstack/react-router";
import type { System } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import cards from "../components/card.module.css";
import { Loading } from "../components/loading.tsx";
import { Moment } from "../components/moment.tsx";
import styles from "./home.module.css";
import { useSystem } from "./reads.ts";
import { capped, dueFor, storeIs, words } from "./words.ts";

/** What the workers do now. */
export function NowBox() {
  const { data, error, refetch } = useSystem(true);
  return (
    <section className={cards.card} aria-labelledby="now">
      <h2 id="now">{words.now}</h2>
      {error && <FailedRead title={words.nowUnread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.readingNow} lines={4} />}
      {data && <Facts system={data} />}
    </section>
  );
}

function Facts({
  system: { queue, waiting, workers, deadLetters, openBreakers, store },
}: {
  system: System;
}) {
  const params = { environment: useEnvironment().environment.identifier };
  return (
    <dl className={styles.facts}>
      <dt>{words.waiting}</dt>
      <dd>
        <Link to="/in/$environment/notifications" params={params} search={{ state: "waiting" }}>
          {capped(waiting.count, waiting.countCapped)}
        </Link>
      </dd>
      {waiting.nextDueAt && (
        <>
          <dt>{words.next}</dt>
          <dd>
            <Moment at={waiting.nextDueAt} />
          </dd>
        </>
      )}
      <dt>{words.queue}</dt>
      <dd>
        {queue.ready === 0 ? 0 : dueFor(capped(queue.ready, queue.readyCapped), queue.oldestAgeSeconds)}
      </dd>
      <dt>{words.workers}</dt>
      <dd>{workers.count}</dd>
      <dt>{words.deadLetters}</dt>
      <dd>
        <Link to="/in/$environment/dead-letters" params={params} search={{}}>
          {capped(deadLetters.count, deadLetters.countCapped)}
        </Link>
      </dd>
      <dt>{words.breakers}</dt>
      <dd>{openBreakers}</dd>
      <dt>{words.store}</dt>
      <dd>{storeIs(store.version, store.bytes)}</dd>
    </dl>
  );
}
