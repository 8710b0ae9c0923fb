import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Bell, House, Mail, MailX, Plug, Tags, Users, Workflow } from "lucide-react";
import type { Navigation } from "./app/navigation.ts";
import { searchOf } from "./app/search-params.ts";
import { StartScreen } from "./app/start-screen.tsx";
import { DeadLetterCount } from "./dead-letters/dead-letter-count.tsx";
import { deadLetterSearch } from "./dead-letters/filters.ts";
import { notificationSearch } from "./notifications/list-filters.ts";
import { environment, frame, root, titled } from "./parent-routes.ts";
import { peopleScreens } from "./people-screens.ts";
import { settingsScreens } from "./settings-screens.ts";
import { triggerSearch } from "./trigger/search.ts";
import { workflowScreens } from "./workflow-screens.ts";

/**
 * The tree of all screens; those of workflows, of people and of the settings are in files of their own. A new screen is a
 * route (its path, its parameters, the file that is loaded on demand), a member of `screens` or of the list of its file,
 * and, where it belongs into the rail, a member of `navigation`. `dashboard/testing/all-screens.ts` has its address.
 */
const start = createRoute({ getParentRoute: () => frame, path: "/", component: StartScreen });
const signIn = createRoute({ getParentRoute: () => frame, path: "/sign-in", component: StartScreen });

const home = createRoute({
  getParentRoute: () => environment,
  path: "/",
  staticData: titled("Home"),
  validateSearch: searchOf("per"),
  component: lazyRouteComponent(() => import("./home/home-screen.tsx"), "HomeScreen"),
});

const notifications = createRoute({
  getParentRoute: () => environment,
  path: "notifications",
  staticData: titled("Notifications"),
  validateSearch: notificationSearch,
  component: lazyRouteComponent(
    () => import("./notifications/notifications-screen.tsx"),
    "NotificationsScreen",
  ),
});

const notification = createRoute({
  getParentRoute: () => environment,
  path: "notifications/$id",
  staticData: titled("Notification"),
  validateSearch: searchOf("step", "tab"),
  component: lazyRouteComponent(
    () => import("./notifications/notification-screen.tsx"),
    "NotificationScreen",
  ),
});

const trigger = createRoute({
  getParentRoute: () => environment,
  path: "triggers/$transactionId",
  staticData: titled("Trigger"),
  validateSearch: searchOf("state", "code", "afterId", "beforeId"),
  component: lazyRouteComponent(() => import("./triggers/trigger-screen.tsx"), "TriggerScreen"),
});

const integrations = createRoute({
  getParentRoute: () => environment,
  path: "integrations",
  staticData: titled("Integrations"),
  component: lazyRouteComponent(() => import("./integrations/integrations-screen.tsx"), "IntegrationsScreen"),
});

const connect = createRoute({
  getParentRoute: () => environment,
  path: "integrations/~connect",
  staticData: titled("Connect a provider"),
  validateSearch: searchOf("channel", "provider"),
  component: lazyRouteComponent(() => import("./integrations/connect-screen.tsx"), "ConnectScreen"),
});

const integration = createRoute({
  getParentRoute: () => environment,
  path: "integrations/$id",
  staticData: titled("Integration"),
  component: lazyRouteComponent(() => import("./integrations/integration-screen.tsx"), "IntegrationScreen"),
});

const deadLetters = createRoute({
  getParentRoute: () => environment,
  path: "dead-letters",
  staticData: titled("Dead letters"),
  validateSearch: deadLetterSearch,
  component: lazyRouteComponent(() => import("./dead-letters/dead-letters-screen.tsx"), "DeadLettersScreen"),
});

const chooseWorkflow = createRoute({
  getParentRoute: () => environment,
  path: "trigger",
  staticData: titled("Trigger"),
  validateSearch: triggerSearch,
  component: lazyRouteComponent(() => import("./trigger/choose-workflow-screen.tsx"), "ChooseWorkflowScreen"),
});

const triggerForm = createRoute({
  getParentRoute: () => environment,
  path: "workflows/$workflowId/trigger",
  staticData: titled("Trigger"),
  validateSearch: triggerSearch,
  component: lazyRouteComponent(() => import("./trigger/trigger-form-screen.tsx"), "TriggerFormScreen"),
});

/** The tree of all routes. */
export const screens = root.addChildren([
  frame.addChildren([
    start,
    signIn,
    environment.addChildren([
      home,
      notifications,
      notification,
      trigger,
      deadLetters,
      integrations,
      connect,
      integration,
      ...workflowScreens,
      ...peopleScreens,
      chooseWorkflow,
      triggerForm,
    ]),
    settingsScreens,
  ]),
]);

/** The rail, and the tabs of phones. */
export const navigation: Navigation = {
  rail: [
    { items: [{ path: "", label: "Home", icon: House, key: "h" }] },
    {
      title: "Activity",
      items: [
        { path: "notifications", label: "Notifications", icon: Bell, key: "n" },
        { path: "messages", label: "Messages", icon: Mail, key: "m" },
        { path: "dead-letters", label: "Dead letters", icon: MailX, key: "d", badge: DeadLetterCount },
      ],
    },
    {
      title: "Build",
      items: [
        { path: "workflows", label: "Workflows", icon: Workflow, key: "w" },
        { path: "integrations", label: "Integrations", icon: Plug, key: "i" },
      ],
    },
    {
      title: "People",
      items: [
        { path: "subscribers", label: "Subscribers", icon: Users, key: "s" },
        { path: "topics", label: "Topics", icon: Tags, key: "t" },
      ],
    },
  ],
  tabs: [
    { label: "Home", icon: House, path: "" },
    { label: "Activity", icon: Bell, path: "notifications" },
    { label: "Workflows", icon: Workflow, path: "workflows" },
    { label: "People", icon: Users, path: "subscribers" },
  ],
};
