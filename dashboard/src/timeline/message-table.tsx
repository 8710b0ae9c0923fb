import { Link } from "@tanstack/react-router";
import type { Message } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { useRowKeys } from "../app/row-keys.ts";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Carrier } from "./carrier.tsx";
import { messageMark } from "./message-status.ts";
import styles from "./message-table.module.css";
import { messageTitle } from "./message-title.ts";
import { shownMessage } from "./message-view/shown-message.ts";
import { CHANNEL_NAMES, MESSAGE_LIST_WORDS as words } from "./message-words.ts";
import { fullNameOf } from "./person.ts";

type TableProps = {
  rows: readonly Message[];
  /** True: all are to the same person, who is not named again. */
  isOfOne?: boolean;
};

const idOf = ({ _id }: Message): string => _id ?? "";

/** Messages, newest first; each row leads to the page of its message. */
export function MessageTable({ rows, isOfOne }: TableProps) {
  const currentKey = useRowKeys(rows.map(idOf));
  return (
    <Table
      label={words.label}
      columns={isOfOne ? COLUMNS_OF_ONE : COLUMNS}
      rows={rows}
      keyOf={idOf}
      currentKey={currentKey}
    />
  );
}

const COLUMNS: Column<Message>[] = [
  { name: "status", title: words.status, cell: (row) => <StateMark {...messageMark(row)} /> },
  { name: "message", title: words.message, isRowHeader: true, cell: (row) => <TitleCell row={row} /> },
  { name: "to", title: words.to, isWide: true, cell: (row) => <ToCell row={row} /> },
  { name: "through", title: words.through, isWide: true, cell: (row) => <ThroughCell row={row} /> },
  {
    name: "when",
    title: words.when,
    isNarrow: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

const COLUMNS_OF_ONE: Column<Message>[] = COLUMNS.filter(({ name }) => name !== "to").map((column) =>
  column.isRowHeader ? { ...column, cell: (row) => <TitleCell row={row} isOfOne /> } : column,
);

function TitleCell({ row, isOfOne }: { row: Message; isOfOne?: boolean }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, id: idOf(row) };
  return (
    <>
      <Link to="/in/$environment/messages/$id" params={params} className={styles.link}>
        {messageTitle(row) ?? words.noText}
      </Link>
      <div className={styles.second}>
        {[CHANNEL_NAMES[row.channel], row.templateIdentifier].filter(Boolean).join(" · ")}
      </div>
      {!isOfOne && <div className={styles.phone}>{words.toPerson(fullNameOf(personIn(row)))}</div>}
    </>
  );
}

function ToCell({ row }: { row: Message }) {
  return (
    <>
      {fullNameOf(personIn(row))}
      <div className={styles.second}>{row.channel === "in_app" ? words.inbox : shownMessage(row).to}</div>
    </>
  );
}

function ThroughCell({ row: { channel, integrationId, providerId } }: { row: Message }) {
  return channel === "in_app" ? null : <Carrier integrationId={integrationId} providerId={providerId} />;
}

/** The names without the ones that are null. */
export function personIn({ subscriber }: Message) {
  if (!subscriber) return undefined;
  const { subscriberId, _id = "", firstName, lastName } = subscriber;
  return {
    subscriberId,
    _id,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
  };
}
