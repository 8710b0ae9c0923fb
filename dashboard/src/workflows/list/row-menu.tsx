import { useNavigate } from "@tanstack/react-router";
import type { WorkflowListItem } from "@tidings/contract";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useEnvironment, useMay } from "../../app/environment.tsx";
import { addressIn } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { Menu } from "../../components/menu.tsx";
import { DeleteDialog } from "../delete-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { copyTargets } from "./copy-targets.ts";
import { words } from "./words.ts";

/** What can be done with a workflow of the list. */
export function RowMenu({ workflow }: { workflow: WorkflowListItem }) {
  const { workflowId, name } = workflow;
  const { environment } = useEnvironment();
  const { session } = useSession();
  const navigate = useNavigate();
  const mayManage = useMay("manage");
  const mayTrigger = useMay("trigger");
  const [asked, setAsked] = useState<"copy" | "delete">();
  const close = () => setAsked(undefined);
  const open = (screen: string) => () => {
    const path = `workflows/${encodeURIComponent(workflowId)}/${screen}`;
    void navigate({ to: addressIn(environment.identifier, path) });
  };
  const duplicate = () => void navigate({ to: ".", search: { new: "copy", copy: workflowId } as never });
  const canCopy = mayManage && copyTargets(session, environment._id).length > 0;
  const items = [
    ...(mayTrigger ? [{ label: words.trigger, onSelect: open("trigger") }] : []),
    { label: words.versions, onSelect: open("versions") },
    ...(mayManage ? [{ label: words.duplicate, onSelect: duplicate }] : []),
    ...(canCopy ? [{ label: words.copyTo, onSelect: () => setAsked("copy") }] : []),
    ...(mayManage ? [{ label: words.delete, isDanger: true, onSelect: () => setAsked("delete") }] : []),
  ];
  return (
    <>
      <Menu
        trigger={<Ellipsis size={16} aria-hidden />}
        label={words.more(name)}
        items={items}
        kind="quiet"
        isSmall
      />
      {asked === "copy" && <CopyDialog workflow={workflow} onClose={close} />}
      {asked === "delete" && <DeleteDialog stored={workflow} onClose={close} />}
    </>
  );
}
