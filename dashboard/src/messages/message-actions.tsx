import { useNavigate } from "@tanstack/react-router";
import { getMessage, type Message } from "@tidings/contract";
import { Ellipsis } from "lucide-react";
import { confirm } from "../app/confirm.tsx";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Menu } from "../components/menu.tsx";
import { say } from "../components/toast.tsx";
import { personIn } from "../timeline/message-table.tsx";
import { fullNameOf } from "../timeline/person.ts";
import { words } from "./words.ts";

/** What can be done with a message. */
export function MessageActions({ message }: { message: Message }) {
  const { _id: id = "", channel, status } = message;
  const mayManage = useMay("manage");
  const call = {
    operation: getMessage,
    params: { messageId: id },
    sdk: { method: "messages.get", args: [id] },
    cli: ["messages", "get", id],
  };
  return (
    <>
      <CopyAs call={call} />
      {mayManage && channel !== "in_app" && status !== "warning" && <SendAgain id={id} message={message} />}
      {mayManage && <DeleteMenu id={id} />}
    </>
  );
}

/** Reaches a person a second time, so it always asks. */
function SendAgain({ id, message }: { id: string; message: Message }) {
  const resend = useWrite((client) => client.messages.resend(id), [["message", id], ["messages"]]);
  const ask = async (): Promise<void> => {
    const description = words.sendAgainWhat(fullNameOf(personIn(message)));
    if (!(await confirm({ title: words.sendAgainTitle, description, action: words.sendAgain }))) return;
    resend.mutate(undefined, {
      onSuccess: () => say(words.sentAgain),
      onError: (error) => say(`${words.cannotBeSentAgain}: ${sentenceOf(error)}`),
    });
  };
  return (
    <Button isBusy={resend.isPending} onClick={() => void ask()}>
      {words.sendAgain}
    </Button>
  );
}

function DeleteMenu({ id }: { id: string }) {
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const remove = useWrite((client) => client.messages.delete(id), [["messages"]]);
  const ask = async (): Promise<void> => {
    const { deleteTitle: title, deleteWhat: description, doDelete: action } = words;
    if (!(await confirm({ title, description, action, isDanger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        say(words.deleted);
        const params = { environment: environment.identifier };
        void navigate({ to: "/in/$environment/messages", params, search: {} });
      },
      onError: (error) => say(`${words.cannotBeDeleted}: ${sentenceOf(error)}`),
    });
  };
  const items = [{ label: words.delete, isDanger: true, onSelect: () => void ask() }];
  return <Menu trigger={<Ellipsis size={16} aria-hidden />} label={words.more} items={items} />;
}
