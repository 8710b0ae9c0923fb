import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { Subscriber } from "@tidings/contract";
import type { ReactNode } from "react";
import { neighborsOf, useNeighborKeys } from "../app/neighbors.ts";
import { oneOf } from "../app/search-params.ts";
import { UnreadRecord } from "../app/unread-record.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Tabs } from "../components/tabs.tsx";
import { TheirTimes } from "../components/their-times.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { nameOf, shortNameOf } from "./person.ts";
import { PreferencesTab } from "./preferences-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SubscriberActions } from "./subscriber-actions.tsx";
import { SubscriberFacts } from "./subscriber-facts.tsx";
import { useSubscriber } from "./subscriber-reads.ts";
import { TABS, type TabName } from "./tabs.ts";
import { TopicsTab } from "./topics-tab.tsx";
import { TAB_WORDS, words } from "./words.ts";
import { WouldGetTab } from "./would-get-tab.tsx";

const FROM = "/frame/in/$environment/subscribers/$subscriberId/$tab";

/** One person: what they got, who they are, what they want, and what they would get. */
export function SubscriberScreen() {
  const { subscriberId } = useParams({ from: FROM });
  const { data, error, refetch } = useSubscriber(subscriberId);
  useNeighborKeys("subscribers", neighborsOf("subscribers", subscriberId));
  if (data) return <SubscriberPage key={subscriberId} subscriber={data} />;
  const unread = { reading: words.readingOne, failed: words.oneCannotBeRead };
  return (
    <UnreadRecord
      title={words.one}
      trail={<Trail />}
      words={unread}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Trail() {
  const { environment } = useParams({ from: FROM });
  return (
    <Link to="/in/$environment/subscribers" params={{ environment }} search={{}}>
      {words.title}
    </Link>
  );
}

const CONTENTS: Record<TabName, (subscriber: Subscriber) => ReactNode> = {
  notifications: (subscriber) => <NotificationsTab subscriber={subscriber} />,
  profile: (subscriber) => <ProfileTab subscriber={subscriber} />,
  preferences: (subscriber) => <PreferencesTab subscriber={subscriber} />,
  messages: (subscriber) => <MessagesTab subscriber={subscriber} />,
  topics: (subscriber) => <TopicsTab subscriber={subscriber} />,
  "would-get": (subscriber) => <WouldGetTab subscriber={subscriber} />,
};

function SubscriberPage({ subscriber }: { subscriber: Subscriber }) {
  const params = useParams({ from: FROM });
  const navigate = useNavigate();
  const tabs = TABS.map((name) => ({ name, label: TAB_WORDS[name], content: CONTENTS[name](subscriber) }));
  const select = (tab: TabName) =>
    void navigate({
      to: "/in/$environment/subscribers/$subscriberId/$tab",
      params: { ...params, tab },
      search: {},
      resetScroll: false,
    });
  return (
    <TheirTimes name={shortNameOf(subscriber)} zone={subscriber.timezone}>
      <PageHeader
        title={nameOf(subscriber)}
        trail={<Trail />}
        actions={<SubscriberActions subscriber={subscriber} />}
      >
        <SubscriberFacts subscriber={subscriber} />
      </PageHeader>
      <Tabs label={words.tabs} tabs={tabs} selected={oneOf(TABS, params.tab)} onSelect={select} />
    </TheirTimes>
  );
}
