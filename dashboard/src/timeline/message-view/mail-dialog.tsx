import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CodeView } from "../../components/code-view.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { HtmlPreview } from "./html-preview.tsx";
import styles from "./message-view.module.css";
import type { ShownMessage } from "./shown-message.ts";
import { MESSAGE_LABELS } from "./words.ts";

const FORMS = ["desktop", "phone", "text", "source"] as const;
type Form = (typeof FORMS)[number];

type MailDialogProps = { message: ShownMessage; isOpen: boolean; onClose: () => void };

/** An e-mail at the widths at which it is read, its text part, and its source. */
export function MailDialog({ message, isOpen, onClose }: MailDialogProps) {
  const isNarrow = useIsNarrow();
  const [chosen, setForm] = useState<Form>();
  const form = chosen ?? (isNarrow ? "phone" : "desktop");
  const { subject, text } = message;
  const forms = FORMS.filter((one) => one !== "text" || text !== undefined);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={subject ?? MESSAGE_LABELS.mail} form="wide">
      <fieldset className={styles.switch} aria-label={MESSAGE_LABELS.forms}>
        {forms.map((one) => (
          <Button
            key={one}
            isSmall
            kind={one === form ? "plain" : "quiet"}
            aria-pressed={one === form}
            onClick={() => setForm(one)}
          >
            {MESSAGE_LABELS[one]}
          </Button>
        ))}
      </fieldset>
      <MailForm message={message} form={form} />
    </Dialog>
  );
}

function MailForm({ message, form }: { message: ShownMessage; form: Form }) {
  const { content: html, text } = message;
  switch (form) {
    case "source":
      return <CodeView text={html} label={MESSAGE_LABELS.mail} />;
    case "text":
      return <p className={styles.text}>{text}</p>;
    default:
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className={styles.scroller} aria-label={MESSAGE_LABELS[form]} tabIndex={0}>
          <div className={styles[form]}>
            <HtmlPreview html={html} title={MESSAGE_LABELS.mail} />
          </div>
        </section>
      );
  }
}
