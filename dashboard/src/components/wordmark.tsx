import styles from "./wordmark.module.css";

export function Wordmark({ isShapeOnly }: { isShapeOnly?: boolean }) {
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 22 18" width="22" height="18" fill="none" stroke="currentColor" aria-hidden="true">
        <rect x="1" y="1" width="20" height="16" rx="2.5" strokeWidth="1.75" />
        <path d="m2 3.5 9 7 9-7" strokeWidth="1.75" strokeLinejoin="round" />
      </svg>
      <span className={isShapeOnly ? "visually-hidden" : styles.name}>Tidings</span>
    </span>
  );
}
