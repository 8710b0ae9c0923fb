import { useState, useSyncExternalStore } from "react";
import styles from "./bars.module.css";
import { useSession } from "./session.tsx";
import { words } from "./words.ts";

const isLocal = (): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const isReadable = location.protocol !== "https:" && !isLocal();

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("online", listener);
      addEventListener("offline", listener);
      return () => {
        removeEventListener("online", listener);
        removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
  );
}

/** Above every screen, where they apply: no connection, a connection that others can read, a newer version. */
export function Bars() {
  const isOnline = useIsOnline();
  const { version } = useSession().session;
  const [versionAtLoad] = useState(version);
  return (
    <>
      {!isOnline && <p className={styles.bar}>{words.offline}</p>}
      {isReadable && <p className={styles.bar}>{words.insecure}</p>}
      {version !== versionAtLoad && (
        <p className={styles.bar}>
          <button type="button" className={styles.button} onClick={() => location.reload()}>
            Reload for {version}
          </button>
        </p>
      )}
    </>
  );
}
