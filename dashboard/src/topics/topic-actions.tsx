import { useNavigate } from "@tanstack/react-router";
import { getTopic, type Topic } from "@tidings/contract";
import { Ellipsis } from "lucide-react";
import { confirm } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { TriggerLink } from "../app/trigger-link.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Menu } from "../components/menu.tsx";
import { say } from "../components/toast.tsx";
import { AddMembers } from "./add-members.tsx";
import { LIST_KEY } from "./reads.ts";
import { words } from "./words.ts";

/** What can be done with a topic. */
export function TopicActions({ topic: { key } }: { topic: Topic }) {
  const mayManage = useMay("manage");
  const call = {
    operation: getTopic,
    params: { topicKey: key },
    sdk: { method: "topics.get", args: [key] },
    cli: ["topics", "get", key],
  };
  return (
    <>
      <CopyAs call={call} />
      <TriggerLink topic={key} />
      {mayManage && <AddMembers topicKey={key} />}
      {mayManage && <DeleteMenu topicKey={key} />}
    </>
  );
}

function DeleteMenu({ topicKey }: { topicKey: string }) {
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const remove = useWrite((client) => client.topics.delete(topicKey), [LIST_KEY]);
  const ask = async (): Promise<void> => {
    const { deleteWhat: description, doDelete: action } = words;
    const title = words.deleteTitle(topicKey);
    if (!(await confirm({ title, description, action, isDanger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        say(words.deleted);
        const params = { environment: environment.identifier };
        void navigate({ to: "/in/$environment/topics", params, search: {} });
      },
      onError: (error) => say(`${words.cannotBeDeleted}: ${sentenceOf(error)}`),
    });
  };
  const items = [{ label: words.delete, isDanger: true, onSelect: () => void ask() }];
  return <Menu trigger={<Ellipsis size={16} aria-hidden />} label={words.more} items={items} />;
}
