import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useEnvironment } from "./environment.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { LiveMark } from "./live-mark.tsx";
import { addressIn, useNavigation } from "./navigation.ts";
import styles from "./phone-bars.module.css";
import { RailLinks } from "./rail.tsx";
import { words } from "./words.ts";

/** On phones, above the screen: the menu and the environment. */
export function TopBar() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
      <Dialog isOpen={isOpen} onClose={close} title={words.menu} form="sheet">
        {/* biome-ignore lint/a11y: the links in it are what is pressed, also by keyboard */}
        <div onClick={close}>
          <RailLinks />
        </div>
        <LiveMark />
      </Dialog>
    </header>
  );
}

/** On phones, below the screen. */
export function TabBar() {
  const { tabs } = useNavigation();
  const { environment } = useEnvironment();
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
    </nav>
  );
}
