import { ArrowDown, ArrowUp, X } from "lucide-react";
import { Button } from "./button.tsx";
import styles from "./row-buttons.module.css";
import type { RowPlace } from "./row-list.ts";

type ButtonsProps = {
  /** What `placeOf` of `useRowList` says of the row. */
  place: RowPlace;
  /** The row's name in the labels of the buttons: "condition 2". */
  name: string;
};

/** Moves a row up or down, or removes it. */
export function RowButtons({ place: { at, of, idOf, onMove, onRemove }, name }: ButtonsProps) {
  const shared = { kind: "quiet", isSmall: true } as const;
  return (
    <div className={styles.buttons}>
      {of > 1 && (
        <>
          <Button
            {...shared}
            id={idOf("up")}
            disabled={at === 0}
            icon={<ArrowUp size={16} aria-hidden />}
            aria-label={`Move ${name} up`}
            onClick={() => onMove(at - 1, "up")}
          />
          <Button
            {...shared}
            id={idOf("down")}
            disabled={at === of - 1}
            icon={<ArrowDown size={16} aria-hidden />}
            aria-label={`Move ${name} down`}
            onClick={() => onMove(at + 1, "down")}
          />
        </>
      )}
      <Button
        {...shared}
        id={idOf("remove")}
        icon={<X size={16} aria-hidden />}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      />
    </div>
  );
}
