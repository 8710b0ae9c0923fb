import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { buttonClass } from "./button.tsx";
import type { Said } from "./said.ts";
import styles from "./toast-list.module.css";

const VISIBLE_MS = 6_000;

/** Shows each sentence for 6 seconds. Loaded when the first one is said. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function ToastList({ said }: { said: readonly Said[] }) {
  return (
    <Base.Provider timeout={VISIBLE_MS}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <List said={said} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function List({ said }: { said: readonly Said[] }) {
  const { toasts, add } = Base.useToastManager();
  useEffect(() => {
    const last = said.at(-1);
    if (last) add({ id: String(last.id), title: last.sentence });
  }, [said, add]);
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={styles.toast} data-toast="">
      <Base.Title className={styles.title} render={<p />} />
      <Base.Close className={buttonClass("quiet", true)} aria-label="Close">
        <X size={16} aria-hidden />
      </Base.Close>
    </Base.Root>
  ));
}
