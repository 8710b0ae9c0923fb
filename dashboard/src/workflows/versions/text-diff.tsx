import { classNames } from "../../components/class-names.ts";
import { foldedRows } from "./folded-rows.ts";
import { type LinePair, linePairs, type Piece } from "./line-diff.ts";
import styles from "./version-diff.module.css";
import { words } from "./words.ts";

export type TextDiffProps = {
  /** What the texts are, for screen readers. */
  label: string;
  before: string;
  after: string;
  beforeTitle: string;
  afterTitle: string;
};

/** Two texts side by side, below each other on phones. What is different has a sign, not only a color. */
// biome-ignore lint/style/noDefaultExport: what is loaded lazily is a default export
export default function TextDiff({ label, before, after, beforeTitle, afterTitle }: TextDiffProps) {
  const rows = foldedRows(linePairs(before, after));
  return (
    <table className={styles.texts} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{beforeTitle}</th>
          <th scope="col">{afterTitle}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const key = `${at}`;
          return typeof row === "number" ? <Fold key={key} count={row} /> : <Pair key={key} pair={row} />;
        })}
      </tbody>
    </table>
  );
}

function Fold({ count }: { count: number }) {
  return (
    <tr>
      <td colSpan={2} className={styles.fold}>
        {words.unchangedLines(count)}
      </td>
    </tr>
  );
}

function Pair({ pair: { before, after, isChanged } }: { pair: LinePair }) {
  return (
    <tr data-changed={isChanged || undefined}>
      <Line pieces={before} side="before" isChanged={isChanged} />
      <Line pieces={after} side="after" isChanged={isChanged} />
    </tr>
  );
}

type LineProps = { pieces: readonly Piece[] | undefined; side: "before" | "after"; isChanged: boolean };

function Line({ pieces, side, isChanged }: LineProps) {
  if (!pieces) return <td className={styles.none} />;
  const Changed = side === "before" ? "del" : "ins";
  const sign = side === "before" ? "−" : "+";
  return (
    <td className={classNames(styles.line, isChanged && styles[side])}>
      <span className={styles.sign}>{isChanged ? sign : ""}</span>
      <code>
        {pieces.map(({ text, isChanged: isOther }, at) => {
          const key = `${at}`;
          return isOther ? <Changed key={key}>{text}</Changed> : <span key={key}>{text}</span>;
        })}
      </code>
    </td>
  );
}
