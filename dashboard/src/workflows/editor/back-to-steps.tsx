import { ChevronLeft } from "lucide-react";
import { Button } from "../../components/button.tsx";
import styles from "./editor.module.css";
import type { Place } from "./use-place.ts";
import { words } from "./words.ts";

/** On phones, the way from a step or the rehearsal to the list of steps. */
export function BackToSteps({ place }: { place: Place }) {
  return (
    <p className={styles.back}>
      <Button kind="quiet" icon={<ChevronLeft size={16} aria-hidden />} onClick={() => place.open(undefined)}>
        {words.back}
      </Button>
    </p>
  );
}
