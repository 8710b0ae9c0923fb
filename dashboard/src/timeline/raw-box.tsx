import styles from "./raw-box.module.css";

/** A text as it came from a provider, in a box that scrolls. */
export function RawBox({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={styles.box} aria-label={label} tabIndex={0}>
      <pre className={styles.text}>{text}</pre>
    </section>
  );
}
