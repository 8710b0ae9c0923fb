import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Subscriber } from "@tidings/contract";
import { FailedRead } from "../app/failed-read.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { NewerPill } from "../components/newer-pill.tsx";
import { Pager } from "../components/pager.tsx";
import { useZone } from "../components/times.ts";
import { NotificationCards } from "./notification-cards.tsx";
import {
  type NotificationFilters,
  PAGE_ROWS,
  pageOf,
  useNewer,
  useNotifications,
} from "./notification-reads.ts";
import { NOTIFICATION_WORDS as words } from "./notification-words.ts";
import { shortNameOf } from "./person.ts";
import styles from "./subscribers.module.css";
import { TabLink } from "./tab-link.tsx";
import { WhyNot } from "./why-not.tsx";

const FROM = "/frame/in/$environment/subscribers/$subscriberId/$tab";

/** What was triggered for the person, and what became of each step; also: why something was not. */
export function NotificationsTab({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId } = subscriber;
  const { workflow, day, page } = useSearch({ from: FROM });
  const filters = {
    ...(workflow ? { workflow } : {}),
    ...(day ? { day } : {}),
    ...(page ? { page } : {}),
  };
  const zone = useZone();
  const wanted = { subscriberId, filters, zone };
  const { data, error, refetch } = useNotifications(wanted);
  const newer = useNewer(wanted, data?.data[0]?._id);
  const navigate = useNavigate();
  const open = (wanted: number) => () =>
    void navigate({ to: ".", search: { ...filters, page: wanted === 0 ? "" : String(wanted) } });
  const at = pageOf(page);
  return (
    <div className={styles.stack}>
      <WhyNot filters={filters} />
      {error && <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.reading} />}
      <NewerPill count={newer} isMore={newer === PAGE_ROWS} onShow={() => void refetch()} />
      {data?.data.length === 0 && <Nothing subscriber={subscriber} filters={filters} />}
      {data && data.data.length > 0 && <NotificationCards rows={data.data} />}
      {data && (data.hasMore || at > 0) && (
        <Pager
          onNewer={at > 0 ? open(at - 1) : undefined}
          onOlder={data.hasMore ? open(at + 1) : undefined}
        />
      )}
    </div>
  );
}

/** That there was nothing to send is an answer, too. */
function Nothing({ subscriber, filters }: { subscriber: Subscriber; filters: NotificationFilters }) {
  const name = shortNameOf(subscriber);
  const link = (
    <TabLink subscriberId={subscriber.subscriberId} tab="would-get">
      {words.wouldGet}
    </TabLink>
  );
  const isNarrowed = Boolean(filters.workflow || filters.day);
  return (
    <EmptyState title={isNarrowed ? words.nothing : words.none} action={link}>
      {isNarrowed ? words.nothingOf(name, filters) : words.noneWhy(name)}
    </EmptyState>
  );
}
