import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { searchOf } from "./app/search-params.ts";
import { environment, titled } from "./parent-routes.ts";

/** The screens about subscribers; `screens.ts` adds them to the tree. */
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

export const peopleScreens = [subscribers, subscriberStart, subscriber] as const;
