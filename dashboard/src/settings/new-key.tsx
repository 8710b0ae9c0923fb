import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Dialog } from "../components/dialog.tsx";
import styles from "./settings.module.css";
import { keyWords as own } from "./words.ts";

/** A new key, the only time that it can be seen. Neither Escape nor a press beside it closes it. */
export function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {own.close}
    </Button>
  );
  return (
    <Dialog
      isOpen
      canClose={false}
      onClose={onClose}
      title={own.newKey}
      description={own.shownOnce}
      footer={footer}
    >
      <p className={styles.key}>
        <code>{apiKey}</code>
        <CopyButton text={apiKey} label={own.copy} />
      </p>
    </Dialog>
  );
}
