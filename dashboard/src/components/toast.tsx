import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import styles from "./toast.module.css";

const manager = Base.createToastManager();

/** Says for 6 seconds what has happened, such as "Saved". Errors belong where they arose, not here. */
export function say(sentence: string): void {
  manager.add({ title: sentence, timeout: 6_000 });
}

/** Where toasts appear; once around the page. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function List() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={styles.toast}>
      <Base.Title className={styles.title} render={<p />} />
      <Base.Close className={buttonClass("quiet", true)} aria-label="Close">
        <X size={16} aria-hidden />
      </Base.Close>
    </Base.Root>
  ));
}
