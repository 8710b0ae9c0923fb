import styles from "./loading.module.css";

/** Lines in the place of what is being read. `label` says what: "Reading the notifications". */
export function Loading({ label, lines = 6 }: { label: string; lines?: number }) {
  return (
    <div className={styles.loading} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={at} className={styles.line} />
      ))}
    </div>
  );
}
