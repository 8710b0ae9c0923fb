import { type ApiKey, listApiKeys } from "@tidings/contract";
import { useState } from "react";
import { confirm } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead, sentenceOf } from "../app/failed-read.tsx";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Table } from "../components/table.tsx";
import { say } from "../components/toast.tsx";
import { actionsColumn, KEY_COLUMNS } from "./key-columns.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { nameOf, useKeys, useKeyWrites } from "./keys.ts";
import { NewKey } from "./new-key.tsx";
import { keysOf, keyWords as own, revokeTitle, rotateTitle } from "./words.ts";

const onError = (error: Error): void => say(sentenceOf(error));

const callOf = (environmentId: string) => ({
  operation: listApiKeys,
  params: { environmentId },
  sdk: { method: "apiKeys.list", args: [environmentId] },
});

/** The API keys of the environment that is open. */
export function KeysScreen() {
  const { environment } = useEnvironment();
  const mayManage = useMay("manage");
  const { data, error, refetch } = useKeys();
  const { rotate, revoke } = useKeyWrites();
  const [isAdding, setAdding] = useState(false);
  const [newKey, setNewKey] = useState<string>();
  const askAndRotate = async (key: ApiKey) => {
    const title = rotateTitle(nameOf(key));
    if (!(await confirm({ title, description: own.rotateWhy, action: own.rotate }))) return;
    rotate.mutate(key._id, { onSuccess: (made) => setNewKey(made.key), onError });
  };
  const askAndRevoke = async (key: ApiKey) => {
    const title = revokeTitle(nameOf(key));
    const question = { title, description: own.revokeWhy, action: own.revoke, isDanger: true };
    if (await confirm(question)) revoke.mutate(key._id, { onSuccess: () => say(own.revoked), onError });
  };
  const head = (
    <>
      <CopyAs call={callOf(environment._id)} />
      {mayManage && (
        <Button kind="primary" onClick={() => setAdding(true)}>
          {own.add}
        </Button>
      )}
    </>
  );
  const actions = actionsColumn({ onRotate: askAndRotate, onRevoke: askAndRevoke });
  return (
    <>
      <PageHeader title={keysOf(environment.name)} actions={head} />
      {error && <FailedRead title={own.unread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={own.reading} lines={3} />}
      {data?.length === 0 && <EmptyState title={own.none}>{own.noneWhy}</EmptyState>}
      {data && data.length > 0 && (
        <Table
          label={keysOf(environment.name)}
          columns={mayManage ? [...KEY_COLUMNS, actions] : KEY_COLUMNS}
          rows={data}
          keyOf={({ _id }) => _id}
        />
      )}
      {isAdding && <KeyDialog onClose={() => setAdding(false)} onKey={setNewKey} />}
      {newKey && <NewKey apiKey={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  );
}
