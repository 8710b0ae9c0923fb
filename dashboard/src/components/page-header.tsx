import { createContext, type ReactNode, useContext, useEffect } from "react";
import styles from "./page-header.module.css";

/** The end of the document's title; the app provides it. */
export const PageTitleContext = createContext("Tidings");

type PageHeaderProps = {
  title: string;
  /** The way here: links to the lists above. */
  trail?: ReactNode;
  /** Facts under the title. */
  children?: ReactNode;
  /** Buttons, the Live mark. */
  actions?: ReactNode;
};

/** The head of every screen: its one `h1`, which takes the focus after navigation. */
export function PageHeader({ title, trail, children, actions }: PageHeaderProps) {
  const end = useContext(PageTitleContext);
  useEffect(() => {
    document.title = `${title} · ${end}`;
  }, [title, end]);
  return (
    <header className={styles.header}>
      {trail && (
        <nav className={styles.trail} aria-label="Way to this page">
          {trail}
        </nav>
      )}
      <div className={styles.row}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}
