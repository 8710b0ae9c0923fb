import { useState } from "react";
import { confirm } from "../app/confirm.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { signOut, useSession } from "../app/session.tsx";
import { SignInForm } from "../app/sign-in-form.tsx";
import { Button } from "../components/button.tsx";
import { Loading } from "../components/loading.tsx";
import { Moment } from "../components/moment.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { type Column, Table } from "../components/table.tsx";
import { say } from "../components/toast.tsx";
import { endAllSessions, endSession, type ListedSession, useSessions } from "./sessions.ts";
import styles from "./settings.module.css";
import { words } from "./words.ts";

/** Who is signed in, and how to end it. */
export function SessionsScreen() {
  const { session } = useSession();
  const { data, error, refetch } = useSessions();
  const actions = (
    <>
      {session.isOperator && <EndAll />}
      <Button onClick={() => void signOut()}>{words.signOut}</Button>
    </>
  );
  return (
    <>
      <PageHeader title={words.sessions} actions={actions} />
      <div className={styles.stack}>
        {error && (
          <FailedRead title={words.sessionsCannotBeRead} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Loading label={words.readingSessions} lines={3} />}
        {data && <Table label={words.sessions} columns={columns} rows={data} keyOf={({ id }) => id} />}
        {!session.isOperator && <AddKey />}
      </div>
    </>
  );
}

const columns: Column<ListedSession>[] = [
  {
    name: "name",
    title: "Who",
    isRowHeader: true,
    cell: ({ name, isCurrent }) => `${name ?? words.byKey}${isCurrent ? ` (${words.thisSession})` : ""}`,
  },
  { name: "created", title: "Signed in", isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: "seen", title: "Last seen", cell: ({ seenAt }) => <Moment at={seenAt} /> },
  {
    name: "end",
    title: <span className="visually-hidden">Action</span>,
    isNarrow: true,
    cell: (session) => <EndOne session={session} />,
  },
];

function EndOne({ session: { id, name, isCurrent } }: { session: ListedSession }) {
  const [isBusy, setBusy] = useState(false);
  if (isCurrent) return null;
  const end = async (): Promise<void> => {
    setBusy(true);
    await endSession(id).catch((error: Error) => say(error.message));
    setBusy(false);
  };
  return (
    <Button
      isSmall
      isBusy={isBusy}
      onClick={() => void end()}
      aria-label={`${words.endSession} ${name ?? ""}`}
    >
      {words.endSession}
    </Button>
  );
}

function EndAll() {
  const end = async (): Promise<void> => {
    const title = words.signOutEverywhere;
    const isConfirmed = await confirm({
      title,
      description: words.signOutEverywhereWhy,
      action: title,
      isDanger: true,
    });
    if (isConfirmed) await endAllSessions().catch((error: Error) => say(error.message));
  };
  return (
    <Button kind="danger" onClick={() => void end()}>
      {words.signOutEverywhere}
    </Button>
  );
}

/** A session made from API keys can hold more of them. */
function AddKey() {
  return (
    <section className={styles.add}>
      <h2>{words.moreAccess}</h2>
      <SignInForm onDone={() => say("The environment is open now")} />
    </section>
  );
}
