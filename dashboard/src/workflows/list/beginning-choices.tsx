import { BEGINNINGS, type Beginning, sampleOf } from "./beginnings.ts";
import styles from "./list.module.css";
import { words } from "./words.ts";

type ChoicesProps = { chosen: Beginning; onChoose: (beginning: Beginning) => void };

const titleOf = (one: Beginning): string => {
  if (one === "empty") return words.empty;
  return one === "copy" ? words.copy : (sampleOf(one)?.name ?? one);
};
const whatOf = (one: Beginning): string => {
  if (one === "empty") return words.emptyWhat;
  return one === "copy" ? words.copyOfWhat : (sampleOf(one)?.description ?? "");
};

/** Nothing, a copy, or one of the samples. */
export function BeginningChoices({ chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{words.beginWith}</legend>
      {BEGINNINGS.map((one) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name="beginning" checked={one === chosen} onChange={() => onChoose(one)} />
          <span>
            <strong>{titleOf(one)}</strong>
            <span className={styles.second}>{whatOf(one)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
