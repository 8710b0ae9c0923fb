import type { StepVariant } from "@tidings/contract";
import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { useRowList } from "../../components/row-list.ts";
import type { DraftStep, StepPartProps } from "../draft.ts";
import { VariantForm } from "./variant-form.tsx";
import styles from "./variants.module.css";
import { variantName, words } from "./words.ts";

const MOST_VARIANTS = 20;

/** The alternative contents of a step. */
export function StepVariants({ step, checked, onChange }: StepPartProps) {
  const variants = step.variants ?? [];
  const list = useRowList<StepVariant>(variants, (next) =>
    onChange({ variants: next.length > 0 || checked?.variants ? [...next] : undefined }),
  );
  return (
    <div className={styles.variants}>
      <p className={styles.help}>{variants.length > 0 ? words.what : words.none}</p>
      {variants.map((variant, at) => (
        <VariantForm
          // biome-ignore lint/suspicious/noArrayIndexKey: variants have no other name; their forms hold nothing of their own
          key={at}
          at={at}
          nameId={list.rowId(at)}
          variant={variant}
          step={step}
          checked={checked}
          place={list.placeOf(at)}
          onChange={(next) => list.replace(at, next)}
        />
      ))}
      {variants.length < MOST_VARIANTS ? (
        <div>
          <Button
            id={list.addId}
            icon={<Plus size={16} aria-hidden />}
            onClick={() => list.add(newVariant(step, variants.length))}
          >
            {words.add}
          </Button>
        </div>
      ) : (
        <p className={styles.help}>{words.most}</p>
      )}
    </div>
  );
}

/** Begins with the content of the step, and with a condition, without which it would always be sent. */
function newVariant({ controlValues }: DraftStep, at: number): StepVariant {
  const { skip: _, ...content } = structuredClone(controlValues ?? {});
  return {
    name: variantName(at),
    filters: [
      {
        isNegated: false,
        type: "GROUP",
        value: "AND",
        children: [{ on: "subscriber", field: "locale", operator: "EQUAL", value: "de" }],
      },
    ],
    controlValues: content,
  };
}
