import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchOf } from "./app/search-params.ts";
import { environment, titled } from "./parent-routes.ts";

/** The screens about workflows; `screens.ts` adds them to the tree. */
const workflows = createRoute({
  getParentRoute: () => environment,
  path: "workflows",
  staticData: titled("Workflows"),
  validateSearch: searchOf("query", "tag", "status", "page", "new", "copy"),
  component: lazyRouteComponent(() => import("./workflows/list/workflows-screen.tsx"), "WorkflowsScreen"),
});

const workflow = createRoute({
  getParentRoute: () => environment,
  path: "workflows/$workflowId",
  staticData: { ...titled("Workflow"), foldsRail: true },
  validateSearch: searchOf("step", "part", "as"),
  component: lazyRouteComponent(() => import("./workflows/editor/editor-screen.tsx"), "EditorScreen"),
});

const versions = createRoute({
  getParentRoute: () => environment,
  path: "workflows/$workflowId/versions",
  staticData: titled("Versions"),
  validateSearch: searchOf("compare", "after"),
  component: lazyRouteComponent(() => import("./workflows/versions/versions-screen.tsx"), "VersionsScreen"),
});

export const workflowScreens = [workflows, workflow, versions] as const;
