import { OctagonAlert } from "lucide-react";
import { useEnvironment, useMay } from "../../app/environment.tsx";
import { LinkButton } from "../../app/link-button.tsx";
import { addressIn } from "../../app/navigation.ts";
import styles from "./editor.module.css";
import { words } from "./words.ts";

/** Nothing can carry the messages of a step, and the way to connect something. */
export function MissingIntegration({ channel, message }: { channel: string; message: string }) {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  return (
    <p className={styles.problem}>
      <OctagonAlert size={16} aria-hidden />
      <span>{message}.</span>
      {mayManage && (
        <LinkButton
          to={addressIn(environment.identifier, "integrations/~connect")}
          search={{ channel }}
          isSmall
        >
          {words.connect}
        </LinkButton>
      )}
    </p>
  );
}
