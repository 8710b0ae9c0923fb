import { Fragment } from "react";
import styles from "./unbroken.module.css";

/** A text whose words with a hyphen, such as `--to` and "e-mail", go to the next line as a whole; a word wider than the line still breaks. */
export function Unbroken({ text }: { text: string }) {
  return text.split(" ").map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text may have a word twice, and its words never move
    <Fragment key={at}>
      {at > 0 && " "}
      {word.includes("-") ? <span className={styles.word}>{word}</span> : word}
    </Fragment>
  ));
}
