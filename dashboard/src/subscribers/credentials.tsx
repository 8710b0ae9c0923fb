import type { ChannelSettings, Subscriber } from "@tidings/contract";
import { confirm } from "../app/confirm.tsx";
import { useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { type Column, Table } from "../components/table.tsx";
import { say } from "../components/toast.tsx";
import { AddCredentials } from "./add-credentials.tsx";
import { maskedAddress } from "./masked.ts";
import { shortNameOf } from "./person.ts";
import { PROFILE_WORDS as words } from "./profile-words.ts";
import { subscriberKey } from "./subscriber-reads.ts";
import styles from "./subscribers.module.css";

/** Chat and push addresses by provider; they are shown masked. */
export function Credentials({ subscriber }: { subscriber: Subscriber }) {
  const mayManage = useMay("manage");
  const { channels = [] } = subscriber;
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h2>{words.credentials}</h2>
        {mayManage && <AddCredentials subscriber={subscriber} />}
      </header>
      {channels.length === 0 ? (
        <p>{words.noCredentials}</p>
      ) : (
        <Table
          label={words.credentials}
          columns={mayManage ? [...COLUMNS, removeColumn(subscriber)] : COLUMNS}
          rows={channels}
          keyOf={({ providerId, _integrationId }) => `${providerId} ${_integrationId}`}
        />
      )}
    </div>
  );
}

const COLUMNS: Column<ChannelSettings>[] = [
  { name: "provider", title: words.provider, isRowHeader: true, cell: ({ providerId }) => providerId },
  {
    name: "integration",
    title: words.integration,
    isWide: true,
    cell: ({ integrationIdentifier }) => integrationIdentifier && <code>{integrationIdentifier}</code>,
  },
  { name: "address", title: words.address, cell: (row) => maskedAddress(row) },
];

const removeColumn = (subscriber: Subscriber): Column<ChannelSettings> => ({
  name: "remove",
  title: <span className="visually-hidden">{words.action}</span>,
  isNarrow: true,
  cell: ({ providerId }) => <Remove subscriber={subscriber} providerId={providerId} />,
});

function Remove({ subscriber, providerId }: { subscriber: Subscriber; providerId: string }) {
  const { subscriberId } = subscriber;
  const remove = useWrite(
    (client) => client.subscribers.deleteCredentials(subscriberId, providerId),
    [subscriberKey(subscriberId)],
  );
  const ask = async (): Promise<void> => {
    const description = words.removeWhat(shortNameOf(subscriber));
    const title = words.removeTitle(providerId);
    if (!(await confirm({ title, description, action: words.remove, isDanger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => say(words.removed),
      onError: (error) => say(`${words.cannotBeRemoved}: ${sentenceOf(error)}`),
    });
  };
  const label = `${words.remove} ${providerId}`;
  return (
    <Button isSmall isBusy={remove.isPending} onClick={() => void ask()} aria-label={label}>
      {words.remove}
    </Button>
  );
}
