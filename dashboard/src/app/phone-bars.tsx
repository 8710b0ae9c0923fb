import { Link, useLocation } from "@tanstack/react-router";
import { Ellipsis, Menu as MenuIcon, Search } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useEnvironment } from "./environment.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { LiveMark } from "./live-mark.tsx";
import { addressIn, useNavigation } from "./navigation.ts";
import styles from "./phone-bars.module.css";
import { RailLinks } from "./rail.tsx";
import { runShortcut } from "./shortcuts.tsx";
import { words } from "./words.ts";

/** On phones, above the screen: the menu, the environment and the search. */
export function TopBar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={styles.top}>
      <Button
        kind="quiet"
        icon={<MenuIcon size={20} aria-hidden />}
        aria-label={words.menu}
        onClick={() => setOpen(true)}
      />
      <div className={styles.switch}>
        <EnvironmentSwitch />
      </div>
      <Button
        kind="quiet"
        icon={<Search size={20} aria-hidden />}
        aria-label={words.palette}
        onClick={() => runShortcut("Mod+k")}
      />
      <ScreensSheet title={words.menu} isOpen={isOpen} onClose={() => setOpen(false)} />
    </header>
  );
}

type SheetProps = { title: string; isOpen: boolean; onClose: () => void; without?: readonly string[] };

/** The screens, without those that have another way; one that is chosen closes the sheet. */
function ScreensSheet({ title, isOpen, onClose, without = [] }: SheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} form="sheet">
      {/* biome-ignore lint/a11y: the links in it are what is pressed, also by keyboard */}
      <div onClick={onClose}>
        <RailLinks without={without} />
      </div>
      <LiveMark />
    </Dialog>
  );
}

/** On phones, below the screen: the main screens, and the way to the others. */
export function TabBar() {
  const { tabs } = useNavigation();
  const { environment } = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  const isBehindMore = useIsBehindMore();
  return (
    <nav className={styles.tabs} aria-label="Main screens">
      {tabs.map(({ label, path, icon: Icon }) => (
        <Link
          key={label}
          to={addressIn(environment.identifier, path)}
          activeOptions={{ exact: path === "", includeSearch: false }}
          className={styles.tab}
        >
          <Icon size={20} aria-hidden />
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        aria-current={isBehindMore ? "page" : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={20} aria-hidden />
        {words.more}
      </button>
      <ScreensSheet
        title={words.more}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        without={tabs.map(({ path }) => path)}
      />
    </nav>
  );
}

/** Whether the current screen, or the list that it belongs to, is in the sheet that the tab "More" opens. */
function useIsBehindMore(): boolean {
  const { rail, tabs } = useNavigation();
  const { environment } = useEnvironment();
  const { pathname } = useLocation();
  const tabPaths = tabs.map(({ path }) => path);
  const others = rail.flatMap(({ items }) => items).filter(({ path }) => !tabPaths.includes(path));
  const addresses = [SETTINGS, ...others.map(({ path }) => addressIn(environment.identifier, path))];
  return addresses.some((address) => pathname === address || pathname.startsWith(`${address}/`));
}

/** Settings are of no environment, so the navigation does not list them. */
const SETTINGS = "/settings";
