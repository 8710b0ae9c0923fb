import { Link } from "@tanstack/react-router";
import { Keyboard, Moon, PanelLeftClose, PanelLeftOpen, Settings as SettingsIcon, Sun } from "lucide-react";
import { Button } from "../components/button.tsx";
import { Wordmark } from "../components/wordmark.tsx";
import { useEnvironment } from "./environment.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { useFoldedRail } from "./folded-rail.ts";
import { addressIn, type RailItem, useNavigation } from "./navigation.ts";
import styles from "./rail.module.css";
import { changeSetting, useSettings } from "./settings.ts";
import { runShortcut } from "./shortcuts.tsx";
import { words } from "./words.ts";

/** The ways to all screens, beside them; folded, it shows their icons. */
export function Rail() {
  const { isFolded, toggle } = useFoldedRail();
  return (
    <header className={styles.rail} data-folded={isFolded || undefined}>
      <Link to="/" className={styles.mark} title={isFolded ? words.start : undefined}>
        <Wordmark isShapeOnly={isFolded} />
      </Link>
      <EnvironmentSwitch isFolded={isFolded} />
      <RailLinks isFolded={isFolded} />
      <div className={styles.foot}>
        <HelpButton />
        <ThemeButton />
        <FoldButton isFolded={isFolded} onPress={toggle} />
      </div>
    </header>
  );
}

type LinksProps = {
  isFolded?: boolean;
  /** Paths of screens that have another way. */
  without?: readonly string[];
};

/** The list of screens; on phones in a sheet. */
export function RailLinks({ isFolded = false, without = [] }: LinksProps) {
  const { rail } = useNavigation();
  const groups = rail
    .map(({ title, items }) => ({ title, items: items.filter(({ path }) => !without.includes(path)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav aria-label={words.rail} className={styles.nav}>
      {groups.map(({ title, items }) => (
        <div key={title ?? ""}>
          {title && <h2 className={styles.title}>{title}</h2>}
          <ul>
            {items.map((item) => (
              <RailLink key={item.path} item={item} isFolded={isFolded} />
            ))}
          </ul>
        </div>
      ))}
      <Link to="/settings" className={styles.link} title={isFolded ? words.settings : undefined}>
        <SettingsIcon size={18} aria-hidden />
        <span className={styles.label}>{words.settings}</span>
      </Link>
    </nav>
  );
}

type LinkProps = { item: RailItem; isFolded: boolean };

function RailLink({ item: { path, label, icon: Icon, badge: Badge }, isFolded }: LinkProps) {
  const { environment } = useEnvironment();
  return (
    <li>
      <Link
        to={addressIn(environment.identifier, path)}
        activeOptions={{ exact: path === "", includeSearch: false }}
        className={styles.link}
        title={isFolded ? label : undefined}
      >
        <Icon size={18} aria-hidden />
        <span className={styles.label}>{label}</span>
        {Badge && (
          <span className={styles.badge}>
            <Badge />
          </span>
        )}
      </Link>
    </li>
  );
}

function FoldButton({ isFolded, onPress }: { isFolded: boolean; onPress: () => void }) {
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <Button
      kind="quiet"
      isSmall
      icon={<Icon size={16} aria-hidden />}
      aria-label={words.fold}
      aria-pressed={isFolded}
      title={isFolded ? words.unfold : words.fold}
      onClick={onPress}
    />
  );
}

function HelpButton() {
  return (
    <Button
      kind="quiet"
      isSmall
      icon={<Keyboard size={16} aria-hidden />}
      aria-label={words.shortcuts}
      onClick={() => runShortcut("?")}
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
