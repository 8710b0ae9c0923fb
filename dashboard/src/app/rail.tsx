import { Link } from "@tanstack/react-router";
import { Keyboard, Moon, Settings as SettingsIcon, Sun } from "lucide-react";
import { Button } from "../components/button.tsx";
import { Wordmark } from "../components/wordmark.tsx";
import { useEnvironment } from "./environment.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { addressIn, type RailItem, useNavigation } from "./navigation.ts";
import styles from "./rail.module.css";
import { changeSetting, useSettings } from "./settings.ts";
import { showShortcuts } from "./shortcuts.tsx";
import { words } from "./words.ts";

/** The ways to all screens, beside them. */
export function Rail() {
  return (
    <header className={styles.rail}>
      <Link to="/" className={styles.mark}>
        <Wordmark />
      </Link>
      <EnvironmentSwitch />
      <RailLinks />
      <div className={styles.foot}>
        <HelpButton />
        <ThemeButton />
      </div>
    </header>
  );
}

/** The list of screens; on phones in a sheet. */
export function RailLinks() {
  const { rail } = useNavigation();
  return (
    <nav aria-label={words.rail} className={styles.nav}>
      {rail.map(({ title, items }) => (
        <div key={title ?? ""} className={styles.group}>
          {title && <h2 className={styles.title}>{title}</h2>}
          <ul>
            {items.map((item) => (
              <RailLink key={item.path} item={item} />
            ))}
          </ul>
        </div>
      ))}
      <Link to="/settings" className={styles.link}>
        <SettingsIcon size={18} aria-hidden />
        {words.settings}
      </Link>
    </nav>
  );
}

function RailLink({ item: { path, label, icon: Icon, badge: Badge } }: { item: RailItem }) {
  const { environment } = useEnvironment();
  return (
    <li>
      <Link
        to={addressIn(environment.identifier, path)}
        activeOptions={{ exact: path === "", includeSearch: false }}
        className={styles.link}
      >
        <Icon size={18} aria-hidden />
        {label}
        {Badge && (
          <span className={styles.badge}>
            <Badge />
          </span>
        )}
      </Link>
    </li>
  );
}

function HelpButton() {
  return (
    <Button
      kind="quiet"
      isSmall
      icon={<Keyboard size={16} aria-hidden />}
      aria-label={words.shortcuts}
      onClick={showShortcuts}
    />
  );
}

/** Changes between light and dark; Settings can also follow the system. */
function ThemeButton() {
  const { theme } = useSettings();
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const change = () => changeSetting("theme", isDark ? "light" : "dark");
  const icon = isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />;
  return (
    <Button kind="quiet" isSmall icon={icon} aria-label="Change between light and dark" onClick={change} />
  );
}
