import { createRouter } from "@tanstack/react-router";
import { ScreenError } from "./app/screen-error.tsx";
import { parseSearch, stringifySearch } from "./app/search-params.ts";
import { screens } from "./screens.ts";

export const router = createRouter({
  routeTree: screens,
  basepath: "/dashboard",
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: ScreenError,
  defaultPreload: "intent",
  defaultStructuralSharing: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
