import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./code-view.module.css";
import { CopyButton } from "./copy-button.tsx";

const FOLDED_LINES = 200;

type CodeViewProps = {
  text: string;
  /** What the text is, for screen readers and the button that copies it: "the payload". */
  label: string;
};

/** A text in lines, such as code or an answer. Long ones are folded. */
export function CodeView({ text, label }: CodeViewProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split("\n");
  const isFolded = !isWhole && lines.length > FOLDED_LINES;
  return (
    <div className={styles.frame}>
      <div className={styles.actions}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={styles.code} aria-label={label} tabIndex={0}>
        <pre>{isFolded ? lines.slice(0, FOLDED_LINES).join("\n") : text}</pre>
      </section>
      {isFolded && (
        <Button kind="quiet" isSmall onClick={() => setWhole(true)}>
          Show all {lines.length} lines
        </Button>
      )}
    </div>
  );
}
