import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { frame, titled } from "./parent-routes.ts";

/** The screens of Settings, which are not under an environment. */
const settings = createRoute({
  getParentRoute: () => frame,
  path: "/settings",
  staticData: titled("Settings"),
  component: lazyRouteComponent(() => import("./settings/settings-screen.tsx"), "SettingsScreen"),
});

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/settings/appearance", replace: true });
  },
});

const environments = createRoute({
  getParentRoute: () => settings,
  path: "environments",
  staticData: titled("Environments"),
  component: lazyRouteComponent(() => import("./settings/environments-screen.tsx"), "EnvironmentsScreen"),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: "keys",
  staticData: titled("API keys"),
  component: lazyRouteComponent(() => import("./settings/keys-screen.tsx"), "KeysScreen"),
});

const appearance = createRoute({
  getParentRoute: () => settings,
  path: "appearance",
  staticData: titled("Appearance"),
  component: lazyRouteComponent(() => import("./settings/appearance-screen.tsx"), "AppearanceScreen"),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: "sessions",
  staticData: titled("Sessions"),
  component: lazyRouteComponent(() => import("./settings/sessions-screen.tsx"), "SessionsScreen"),
});

const about = createRoute({
  getParentRoute: () => settings,
  path: "about",
  staticData: titled("About"),
  component: lazyRouteComponent(() => import("./settings/about-screen.tsx"), "AboutScreen"),
});

export const settingsScreens = settings.addChildren([
  settingsStart,
  environments,
  keys,
  appearance,
  sessions,
  about,
]);
