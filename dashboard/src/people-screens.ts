import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { searchOf } from "./app/search-params.ts";
import { messageSearch } from "./messages/filters.ts";
import { environment, titled } from "./parent-routes.ts";

/** The screens about subscribers and what was sent to them; `screens.ts` adds them to the tree. */
const subscribers = createRoute({
  getParentRoute: () => environment,
  path: "subscribers",
  staticData: titled("Subscribers"),
  validateSearch: searchOf("search", "after", "before"),
  component: lazyRouteComponent(() => import("./subscribers/subscribers-screen.tsx"), "SubscribersScreen"),
});

const subscriberStart = createRoute({
  getParentRoute: () => environment,
  path: "subscribers/$subscriberId",
  beforeLoad: ({ params }) => {
    const to = "/in/$environment/subscribers/$subscriberId/$tab";
    throw redirect({ to, params: { ...params, tab: "notifications" }, replace: true });
  },
});

const subscriber = createRoute({
  getParentRoute: () => environment,
  path: "subscribers/$subscriberId/$tab",
  staticData: titled("Subscriber"),
  validateSearch: searchOf("workflow", "day", "page", "after", "before"),
  component: lazyRouteComponent(() => import("./subscribers/subscriber-screen.tsx"), "SubscriberScreen"),
});

const messages = createRoute({
  getParentRoute: () => environment,
  path: "messages",
  staticData: titled("Messages"),
  validateSearch: messageSearch,
  component: lazyRouteComponent(() => import("./messages/messages-screen.tsx"), "MessagesScreen"),
});

const message = createRoute({
  getParentRoute: () => environment,
  path: "messages/$id",
  staticData: titled("Message"),
  component: lazyRouteComponent(() => import("./messages/message-screen.tsx"), "MessageScreen"),
});

const topics = createRoute({
  getParentRoute: () => environment,
  path: "topics",
  staticData: titled("Topics"),
  validateSearch: searchOf("key", "name", "after", "before"),
  component: lazyRouteComponent(() => import("./topics/topics-screen.tsx"), "TopicsScreen"),
});

const topic = createRoute({
  getParentRoute: () => environment,
  path: "topics/$key",
  staticData: titled("Topic"),
  validateSearch: searchOf("search", "after", "before"),
  component: lazyRouteComponent(() => import("./topics/topic-screen.tsx"), "TopicScreen"),
});

export const peopleScreens = [
  subscribers,
  subscriberStart,
  subscriber,
  messages,
  message,
  topics,
  topic,
] as const;
