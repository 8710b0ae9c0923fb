import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Clock } from "./app/clock.tsx";
import { NavigationContext } from "./app/navigation.ts";
import { queryClient } from "./app/service.ts";
import { SessionGate } from "./app/session.tsx";
import { OnDemand } from "./components/on-demand.tsx";
import { Toasts } from "./components/toast.tsx";
import { router } from "./router.ts";
import { navigation } from "./screens.ts";

const SignInPage = lazy(() => import("./app/sign-in-page.tsx"));

const signIn = (problem: { error: Error } | undefined) => (
  <OnDemand>
    <SignInPage problem={problem?.error} />
  </OnDemand>
);

const root = document.getElementById("dashboard");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Clock>
          <SessionGate signIn={signIn} loading={null}>
            <NavigationContext value={navigation}>
              <RouterProvider router={router} />
            </NavigationContext>
          </SessionGate>
          <Toasts />
        </Clock>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** What the shell loads on demand must also be there when the connection is gone. */
setTimeout(() => {
  void import("./components/dialog-box.tsx");
  void import("./app/signed-out-sheet.tsx");
}, 2_000);
