import { Outlet, useParams } from "@tanstack/react-router";
import { lazy, useEffect } from "react";
import { OnDemand } from "../components/on-demand.tsx";
import { PageTitleContext } from "../components/page-header.tsx";
import { Bars } from "./bars.tsx";
import { Confirmations } from "./confirm.tsx";
import { EnvironmentProvider } from "./environment.tsx";
import { EnvironmentLine } from "./environment-switch.tsx";
import { useFocusHeading } from "./focus-heading.ts";
import styles from "./frame.module.css";
import { GoShortcuts } from "./go-shortcuts.tsx";
import { useKeptFocus } from "./kept-focus.ts";
import { NoEnvironment, NoEnvironments } from "./no-screen.tsx";
import { Palette } from "./palette.tsx";
import { TabBar, TopBar } from "./phone-bars.tsx";
import { Rail } from "./rail.tsx";
import { type Session, type SessionEnvironment, useSession } from "./session.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { useShortcutKeys } from "./shortcuts.tsx";
import { readStored, store } from "./storage.ts";
import { words } from "./words.ts";

const LAST = "environment";
const SignedOutSheet = lazy(() => import("./signed-out-sheet.tsx"));

/** The environment in the address; elsewhere, such as in Settings, the one that was open last. */
export function currentEnvironment(
  { environments }: Session,
  identifier?: string,
): SessionEnvironment | undefined {
  const named = (wanted: string | undefined) => environments.find((one) => one.identifier === wanted);
  return identifier === undefined ? (named(readStored(LAST)) ?? environments[0]) : named(identifier);
}

/** What surrounds every screen. */
export function Frame() {
  useShortcutKeys();
  useFocusHeading();
  useKeptFocus();
  const { session, hasEnded } = useSession();
  const { environment: identifier } = useParams({ strict: false });
  const wanted = currentEnvironment(session, identifier);
  const shown = wanted ?? currentEnvironment(session);
  useEffect(() => {
    if (wanted) store(LAST, wanted.identifier);
  }, [wanted]);
  if (!shown) return <NoEnvironments />;
  return (
    <EnvironmentProvider environment={shown} key={shown._id}>
      <PageTitleContext value={`${shown.name} · Tidings`}>
        <a href="#content" className={styles.skip}>
          {words.skip}
        </a>
        <EnvironmentLine />
        <div className={styles.frame}>
          <div className={styles.rail}>
            <Rail />
          </div>
          <TopBar />
          <div className={styles.page}>
            <Bars />
            <main id="content" tabIndex={-1} className={styles.main}>
              {wanted ? <Outlet /> : <NoEnvironment identifier={identifier ?? ""} />}
            </main>
          </div>
          <TabBar />
        </div>
        <GoShortcuts />
        <ShortcutList />
        <Palette />
        <Confirmations />
        <OnDemand>{hasEnded && <SignedOutSheet />}</OnDemand>
      </PageTitleContext>
    </EnvironmentProvider>
  );
}
