import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, Layers } from "lucide-react";
import { Menu } from "../components/menu.tsx";
import { useEnvironment } from "./environment.tsx";
import styles from "./environment-switch.module.css";
import { addressIn } from "./navigation.ts";
import { useSession } from "./session.tsx";
import { words } from "./words.ts";

/** The name of the environment, and the way to another. */
export function EnvironmentSwitch({ isFolded }: { isFolded?: boolean }) {
  const { session } = useSession();
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const items = session.environments.map((one) => ({
    label: one.name,
    hint: hintOf(one),
    isCurrent: one._id === environment._id,
    onSelect: () => void navigate({ to: addressIn(one.identifier, "") }),
  }));
  const trigger = isFolded ? (
    <Layers size={18} aria-hidden />
  ) : (
    <>
      <span className={styles.name}>{environment.name}</span>
      <ChevronDown size={16} aria-hidden />
    </>
  );
  const label = `${words.environment}: ${environment.name}`;
  return (
    <Menu
      trigger={trigger}
      label={label}
      items={items}
      triggerClass={isFolded ? styles.folded : styles.switch}
    />
  );
}

const hintOf = ({ isTest, isProtected }: { isTest: boolean; isProtected?: boolean }) =>
  [isTest && "test", isProtected && "protected"].filter(Boolean).join(", ");

/** Tells environments apart: a line on top of the page in the environment's color. */
export function EnvironmentLine() {
  const { color } = useEnvironment().environment;
  return color ? <div className={styles.line} style={{ background: color }} /> : null;
}
