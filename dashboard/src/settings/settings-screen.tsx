import { Link, Outlet } from "@tanstack/react-router";
import styles from "./settings.module.css";
import { words } from "./words.ts";

const PAGES = [
  ["/settings/environments", words.environments],
  ["/settings/keys", words.keys],
  ["/settings/appearance", words.appearance],
  ["/settings/sessions", words.sessions],
  ["/settings/about", words.about],
] as const;

/** The pages of Settings, each with its own address. */
export function SettingsScreen() {
  return (
    <>
      <nav className={styles.pages} aria-label={words.settings}>
        {PAGES.map(([to, label]) => (
          <Link key={to} to={to} className={styles.page}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
