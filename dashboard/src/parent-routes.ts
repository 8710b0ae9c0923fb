import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Frame } from "./app/frame.tsx";
import { NoScreen } from "./app/no-screen.tsx";
import type { ScreenData } from "./app/screen-data.ts";
import { ClockFrame } from "./test-clock/clock-frame.tsx";

/** The routes that all screens are under. */
export const root = createRootRoute({ notFoundComponent: NoScreen });
export const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Frame });
export const environment = createRoute({
  getParentRoute: () => frame,
  path: "/in/$environment",
  component: ClockFrame,
});

/** A route's `staticData`: the name of its screen. */
export const titled = (title: string): ScreenData => ({ title });
