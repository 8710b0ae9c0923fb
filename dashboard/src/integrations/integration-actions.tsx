import { useNavigate } from "@tanstack/react-router";
import type { Integration } from "@tidings/contract";
import { confirm } from "../app/confirm.tsx";
import { useEnvironment } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { say } from "../components/toast.tsx";
import { CHANGES } from "./reads.ts";
import { deleteTitle, switchOffTitle, words } from "./words.ts";

const hasPrimary = ({ channel }: Integration): boolean => channel === "email" || channel === "sms";
const onError = (error: Error): void => say(sentenceOf(error));

/** Primary, on or off, delete. */
export function IntegrationActions({ integration }: { integration: Integration }) {
  const { _id = "", active, primary } = integration;
  const setPrimary = useWrite((client, id: string) => client.integrations.setPrimary(id), CHANGES);
  return (
    <>
      {hasPrimary(integration) && active && !primary && (
        <Button
          isBusy={setPrimary.isPending}
          onClick={() => setPrimary.mutate(_id, { onSuccess: () => say(words.madePrimary), onError })}
        >
          {words.makePrimary}
        </Button>
      )}
      <OnOff integration={integration} />
      <Delete integration={integration} />
    </>
  );
}

function OnOff({ integration: { _id = "", name, active } }: { integration: Integration }) {
  const change = useWrite((client, to: boolean) => client.integrations.update(_id, { active: to }), CHANGES);
  const toggle = async () => {
    const question = {
      title: switchOffTitle(name),
      description: words.switchOffWhy,
      action: words.switchOff,
      isDanger: true,
    };
    if (!active || (await confirm(question))) change.mutate(!active, { onError });
  };
  return (
    <Button onClick={() => void toggle()} isBusy={change.isPending}>
      {active ? words.switchOff : words.switchOn}
    </Button>
  );
}

function Delete({ integration: { _id = "", name } }: { integration: Integration }) {
  const { environment } = useEnvironment();
  const navigate = useNavigate();
  const remove = useWrite((client, id: string) => client.integrations.delete(id), CHANGES);
  const start = async () => {
    const title = deleteTitle(name);
    const isSure = await confirm({
      title,
      description: words.deleteWhy,
      action: words.delete,
      isDanger: true,
    });
    if (!isSure) return;
    const onSuccess = () => {
      say(words.deleted);
      const params = { environment: environment.identifier };
      void navigate({ to: "/in/$environment/integrations", params });
    };
    remove.mutate(_id, { onSuccess, onError });
  };
  return (
    <Button kind="danger" onClick={() => void start()} isBusy={remove.isPending}>
      {words.delete}
    </Button>
  );
}
