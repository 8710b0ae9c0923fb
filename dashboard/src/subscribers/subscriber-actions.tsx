import { useNavigate } from "@tanstack/react-router";
import { getSubscriber, type Subscriber } from "@tidings/contract";
import { Ellipsis } from "lucide-react";
import { confirm } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { download } from "../app/service.ts";
import { TriggerLink } from "../app/trigger-link.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Menu } from "../components/menu.tsx";
import { say } from "../components/toast.tsx";
import { nameOf } from "./person.ts";
import { LIST_KEY } from "./subscriber-reads.ts";
import { words } from "./words.ts";

/** What can be done with the subscriber as a whole. */
export function SubscriberActions({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId } = subscriber;
  const mayManage = useMay("manage");
  const call = {
    operation: getSubscriber,
    params: { subscriberId },
    sdk: { method: "subscribers.get", args: [subscriberId] },
    cli: ["subscribers", "get", subscriberId],
  };
  return (
    <>
      <CopyAs call={call} />
      <TriggerLink to={subscriberId} />
      {mayManage && <MoreMenu subscriber={subscriber} />}
    </>
  );
}

/** The export, and the deletion, which asks first and says what goes. */
function MoreMenu({ subscriber }: { subscriber: Subscriber }) {
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const remove = useWrite((client) => client.subscribers.delete(subscriber.subscriberId), [LIST_KEY]);
  const ask = async (): Promise<void> => {
    const title = words.deleteTitle(nameOf(subscriber));
    const question = { title, description: words.deleteWhat, action: words.deleteAction, isDanger: true };
    if (!(await confirm(question))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        say(words.deleted);
        const params = { environment: environment.identifier };
        void navigate({ to: "/in/$environment/subscribers", params, search: {} });
      },
      onError: (error) => say(`${words.cannotBeDeleted}: ${sentenceOf(error)}`),
    });
  };
  const exportAll = (): void => {
    const { subscriberId } = subscriber;
    const path = `/v1/subscribers/${encodeURIComponent(subscriberId)}/export`;
    download(environment._id, path, words.exportFile(subscriberId));
  };
  const items = [
    { label: words.export, onSelect: exportAll },
    { label: words.delete, isDanger: true, onSelect: () => void ask() },
  ];
  return <Menu trigger={<Ellipsis size={16} aria-hidden />} label={words.more} items={items} />;
}
