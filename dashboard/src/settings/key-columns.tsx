import type { ApiKey } from "@tidings/contract";
import { useNow } from "../app/clock.tsx";
import { Button } from "../components/button.tsx";
import { Moment } from "../components/moment.tsx";
import type { Column } from "../components/table.tsx";
import { nameOf, scopeWords } from "./keys.ts";
import styles from "./settings.module.css";
import { namedAction, keyWords as own } from "./words.ts";

const EVERY_MS = 5_000;

export const KEY_COLUMNS: Column<ApiKey>[] = [
  {
    name: "key",
    title: own.key,
    isRowHeader: true,
    cell: ({ hint, name }) => (
      <>
        <code className={styles.hint}>{hint}</code>
        {name && ` ${name}`}
      </>
    ),
  },
  { name: "scopes", title: own.scopes, cell: ({ scopes }) => scopeWords(scopes) },
  { name: "made", title: own.made, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: "used",
    title: own.lastUsed,
    isWide: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : own.never),
  },
  { name: "ends", title: own.ends, cell: (key) => <EndCell apiKey={key} /> },
];

function useHasEnded({ expiresAt }: ApiKey): boolean {
  const now = useNow(EVERY_MS);
  return expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
}

function EndCell({ apiKey }: { apiKey: ApiKey }) {
  const hasEnded = useHasEnded(apiKey);
  if (!apiKey.expiresAt) return <span className={styles.unbroken}>{own.never}</span>;
  return (
    <>
      {hasEnded && `${own.ended} `}
      <Moment at={apiKey.expiresAt} isInSentence={hasEnded} />
    </>
  );
}

type Actions = { onRotate: (key: ApiKey) => Promise<void>; onRevoke: (key: ApiKey) => Promise<void> };

export const actionsColumn = (actions: Actions): Column<ApiKey> => ({
  name: "actions",
  title: <span className="visually-hidden">{own.actions}</span>,
  isNarrow: true,
  cell: (key) => <ActionsCell apiKey={key} {...actions} />,
});

function ActionsCell({ apiKey, onRotate, onRevoke }: Actions & { apiKey: ApiKey }) {
  if (useHasEnded(apiKey)) return null;
  const name = nameOf(apiKey);
  return (
    <span className={styles.actions}>
      <Button isSmall onClick={() => void onRotate(apiKey)} aria-label={namedAction(own.rotate, name)}>
        {own.rotate}
      </Button>
      <Button
        isSmall
        kind="danger"
        onClick={() => void onRevoke(apiKey)}
        aria-label={namedAction(own.revoke, name)}
      >
        {own.revoke}
      </Button>
    </span>
  );
}
